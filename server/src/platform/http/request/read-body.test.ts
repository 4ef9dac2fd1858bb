import { routeOfOperation } from "@assay/contract/openapi/match-route";
import type { Request, Response } from "express";
import { expect, test } from "vitest";
import { startContext } from "../routing/request-context.ts";
import { readJsonBody, saveBody } from "./read-body.ts";

const route = routeOfOperation("authorizeBatch");

/** Reads a body. @returns the turns of the event loop after which the body was parsed, and the next step began. */
async function turnsOf(text: string): Promise<{ parsed: number; next: number }> {
  // Safe: the reader of a saved body uses only these members of the request, and none of the response.
  const request = { headers: {}, body: undefined } as unknown as Request;
  startContext(request, { requestId: "req_1" });
  saveBody(request, Buffer.from(text));
  const turns = { parsed: -1, next: -1 };
  let turn = 0;
  readJsonBody(route)(request, {} as Response, () => (turns.next = turn));
  for (; turn < 5; turn += 1) {
    if (turns.parsed < 0 && request.body !== undefined) turns.parsed = turn;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return turns;
}

test("other work runs between the steps in which a large body is counted, parsed and validated", async () => {
  expect(await turnsOf('{"requests":[]}')).toEqual({ parsed: 0, next: 0 });
  const large = `{"requests":["${"\\n".repeat(20_000)}"]}`;
  expect(await turnsOf(large)).toEqual({ parsed: 1, next: 1 });
});
