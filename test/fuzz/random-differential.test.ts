import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mockTarget } from "../conformance/harness/mock-target.ts";
import { type RandomRequest, unsettled } from "../conformance/harness/random-requests.ts";
import { serverTarget } from "../conformance/harness/server-target.ts";
import type { Target } from "../conformance/harness/target.ts";
import { createTwin } from "../conformance/harness/twin.ts";
import { bySize, testSeed } from "../support/test-size.ts";
import { anyRequest, type FuzzRequest } from "./harness/requests.ts";

/** Number of requests per pair of workspaces. */
const perWorkspace = 500;
const total = bySize(500, 20_000, 100);

/**
 * Whether the two responses to a request can be compared: it starts no background work, and `fetch` sends it
 * unchanged.
 */
const isComparable = ({ operationId, method, headers, encoding }: FuzzRequest): boolean =>
  !unsettled.includes(operationId) &&
  method !== "TRACE" &&
  encoding === undefined &&
  !("content-encoding" in headers);

/**
 * Prepares a request for both sides. Evaluations run synchronously, so that both sides have the same state.
 */
function sendable({ operationId, method, path, headers, body, caller }: FuzzRequest): RandomRequest {
  if (body === undefined) return { method, path, headers, caller, body };
  const text = Buffer.from(body, "latin1").toString("utf8");
  const isText = Buffer.from(text, "utf8").toString("latin1") === body;
  const sent = isText ? text : Buffer.from(body, "latin1");
  return {
    method,
    path,
    headers,
    caller,
    body: operationId === "createEvaluation" && isText ? settled(text) : sent,
  };
}

function settled(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
    return isObject && "evaluators" in body ? text.replace(/\}\s*$/, ',"run_async":false}') : text;
  } catch {
    return text;
  }
}

describe("mock and server, on requests of any kind", () => {
  const targets: Target[] = [];
  beforeAll(async () => {
    targets.push(await serverTarget("embedded"), await mockTarget());
  });
  afterAll(() => Promise.all(targets.map(({ close }) => close())));

  test(
    `return the same responses (${total} requests, seed ${testSeed})`,
    async () => {
      for (let done = 0, seed = testSeed; done < total; done += perWorkspace, seed += 1) {
        const [server, mock] = await Promise.all(targets.map(createTwin));
        const numRuns = Math.min(perWorkspace, total - done);
        const comparable = anyRequest.filter(isComparable).map(sendable);
        for (const request of fc.sample(comparable, { numRuns, seed })) {
          const [expected, answer] = [await server?.send(request), await mock?.send(request)];
          expect({ request, answer }).toEqual({
            request,
            answer: expected,
          });
        }
      }
    },
    bySize(1_800_000, 7_200_000),
  );
});
