// Scenarios for JSON objects that contain a member twice. Programs read such objects differently.
import { contract, routesOf } from "@assay/contract/openapi/apis";
import { expect } from "vitest";
import * as z from "zod";
import { newDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectBody } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";
import { fileTypes, sendFile } from "../harness/send-file.ts";

const message = "amount is repeated; each member must be unique.";
const plain = '{"args":{"amount":1,"amount":2}}';
const escaped = '{"args":\n  {"amount":1,\n   "\\u0061mount":2}}';

/**
 * The operations with a JSON body. Operations on records are excluded, because they refuse repeated members
 * with other codes.
 */
const operations = routesOf(contract).filter(
  (route) => "body" in route && route.body instanceof z.ZodType && !route.metadata.bodyAsText,
);

/** Sends a body to an operation, with unknown ids. @returns status, code and faults. */
async function refusalOf({ request }: Context, { method, path }: (typeof operations)[number], body: string) {
  const sent = await request(method, path.replaceAll(/:\w+/g, "x"), { body });
  const { code, errors } = Object(sent.body);
  return { status: sent.status, code, errors };
}

const fault = (line: number, column: number) => ({
  path: "/args/amount",
  code: "duplicate_member",
  message,
  line,
  column,
});

export const duplicateMemberScenarios = [
  scenario(
    "authorize",
    400,
    "refuses a repeated member in each operation with a JSON body",
    async (context) => {
      expect(operations.length).toBeGreaterThan(50);
      for (const route of operations) {
        const { operationId } = route.metadata;
        const refused = { operationId, status: 400, code: "malformed_json" };
        expect({ operationId, ...(await refusalOf(context, route, plain)) }).toEqual({
          ...refused,
          errors: [fault(1, 21)],
        });
        expect({ operationId, ...(await refusalOf(context, route, escaped)) }).toEqual({
          ...refused,
          errors: [fault(3, 4)],
        });
      }
    },
  ),
  scenario(
    "signRecord",
    400,
    "refuses a repeated member in a record with a separate code",
    async ({ request }) => {
      const post = (what: string) => request("POST", `/api/verification-record/${what}`, { body: escaped });
      expect((await post("sign")).body).toMatchObject({
        code: "not_canonicalizable",
        errors: [{ path: "/args/amount", code: "duplicate_key" }],
      });
      expect((await post("verify")).body).toMatchObject({ valid: false, code: "duplicate_key" });
    },
  ),
  scenario("importSamples", 400, "reports a repeated member as an error of its row", async (context) => {
    const { id } = await newDataset(context);
    const row = (name: string) => `{"id":"${name}","input":{"amount":1}}`;
    const wrong = '{"id":"c","input":{"amount":1,"\\u0061mount":2}}';
    const lines = [row("a"), row("b"), wrong, row("d")].join("\n");
    const error = { path: "/input/amount", code: "duplicate_member", message, line: 3, column: 31 };
    const refused = await sendFile(context, id, { file: lines });
    expect(refused.status).toBe(400);
    expect(Object(refused.body).errors).toEqual([error]);
    const skipped = expectBody(await sendFile(context, id, { file: lines, query: "?on_error=skip" }), 201);
    expect(skipped).toMatchObject({ inserted: 3, errors: [error] });
    const array = `[\n${[row("e"), wrong].join(",\n")}\n]`;
    const inArray = await sendFile(context, id, { file: array, type: fileTypes.array });
    expect(Object(inArray.body).errors).toEqual([{ ...error, path: "/1/input/amount" }]);
    const table = `external_id,input\nf,"${'{"amount":1,"amount":2}'.replaceAll('"', '""')}"\n`;
    const inTable = await sendFile(context, id, { file: table, type: fileTypes.table });
    expect(Object(inTable.body).errors).toMatchObject([
      { path: "/input/amount", code: "duplicate_member", line: 2 },
    ]);
  }),
];
