import { idempotencyConflict } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { all, callSamples, filledDataset, newDataset, nightly } from "../harness/arrange.ts";
import type { Context, RawResponse } from "../harness/context.ts";
import { expectBody, expectFaults, expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

/** Sends a request that creates a project, with an idempotency key. */
const post = (
  { request }: Context,
  name: string,
  { idempotencyKey, key }: { idempotencyKey: string; key?: string },
): Promise<RawResponse> =>
  request("POST", "/v1/projects", {
    body: { name },
    headers: { "idempotency-key": idempotencyKey },
    ...(key !== undefined && { key }),
  });

const replayed = ({ headers }: RawResponse): string | null => headers.get("idempotency-replayed");

/** Scenarios for repeated POST requests. */
export const protocolIdempotencyScenarios = [
  engineScenario(
    "createProject",
    201,
    "executes a request once for a repeated key, and marks the replay",
    async (context) => {
      const first = await post(context, "Once", { idempotencyKey: "k1" });
      const second = await post(context, "Once", { idempotencyKey: "k1" });
      expect(expectBody(second, 201)).toEqual(expectBody(first, 201));
      expect([replayed(first), replayed(second)]).toEqual([null, "true"]);
      expect(await all(context.assay.projects.list())).toHaveLength(1);
    },
  ),
  scenario("createProject", 201, "treats each request without a key as new", async (context) => {
    for (let index = 0; index < 2; index += 1)
      await context.request("POST", "/v1/projects", { body: { name: "Twice" } });
    expect(await all(context.assay.projects.list())).toHaveLength(2);
  }),
  scenario("createProject", 409, "refuses a different body under a used key", async (context) => {
    await post(context, "First", { idempotencyKey: "k1" });
    expectRefusal(await post(context, "Second", { idempotencyKey: "k1" }), idempotencyConflict("k1"));
    const spaced = { body: '{ "name": "First" }', headers: { "idempotency-key": "k1" } };
    expectRefusal(await context.request("POST", "/v1/projects", spaced), idempotencyConflict("k1"));
  }),
  engineScenario("createProject", 201, "does not use up the key of a refused request", async (context) => {
    const refused = await post(context, "", { idempotencyKey: "k1" });
    expect(refused.status).toBe(400);
    const corrected = await post(context, "Corrected", { idempotencyKey: "k1" });
    expectBody(corrected, 201);
    expect(replayed(corrected)).toBeNull();
  }),
  engineScenario(
    "createModel",
    201,
    "separates equal keys by path, API key and workspace",
    async (context) => {
      const idempotencyKey = "k1";
      await post(context, "Mine", { idempotencyKey });
      const secondKey = await context.newKey({ preset: "developer" });
      const other = await context.otherWorkspace();
      for (const key of [secondKey, other.key]) {
        const answer = await post(context, "Theirs", { idempotencyKey, key });
        expect(answer.status).toBe(201);
        expect(replayed(answer)).toBeNull();
      }
      const body = { name: "m", version: "1" };
      const model = await context.request("POST", "/v1/models", {
        body,
        headers: { "idempotency-key": idempotencyKey },
      });
      expectBody(model, 201);
    },
  ),
  engineScenario("createModel", 200, "repeats the status of the first response", async ({ request }) => {
    const body = { name: "m", version: "1" };
    const send = (key: string) =>
      request("POST", "/v1/models", { body, headers: { "idempotency-key": key } });
    expect((await send("k1")).status).toBe(201);
    expect((await send("k1")).status).toBe(201);
    expect((await send("k2")).status).toBe(200);
  }),
  engineScenario(
    "createApiKey",
    201,
    "returns the same secret again, only to callers that may create keys",
    async (context) => {
      const request = (key: string) =>
        context.request("POST", "/v1/api_keys", {
          key,
          body: { name: "K", preset: "viewer" },
          headers: { "idempotency-key": "k1" },
        });
      const first = expectBody(await request(context.key), 201);
      expect(expectBody(await request(context.key), 201)).toEqual(first);
      expect((await request(await context.newKey({ preset: "developer" }))).status).toBe(403);
      expect((await all(context.assay.apiKeys.list())).filter(({ name }) => name === "K")).toHaveLength(1);
    },
  ),
  engineScenario(
    "createSamples",
    201,
    "repeats a response although the state has changed",
    async (context) => {
      const { id } = await newDataset(context);
      const options = { body: { samples: callSamples }, headers: { "idempotency-key": "k1" } };
      const first = expectBody(await context.request("POST", `/v1/datasets/${id}/samples`, options), 201);
      await context.assay.datasets.update(id, { archived: true });
      expect(expectBody(await context.request("POST", `/v1/datasets/${id}/samples`, options), 201)).toEqual(
        first,
      );
    },
  ),
  engineScenario("createEvaluation", 201, "runs an evaluation once", async (context) => {
    const { dataset } = await filledDataset(context);
    const options = { body: { ...nightly(dataset), run_async: false }, headers: { "idempotency-key": "k1" } };
    const first = expectBody(await context.request("POST", "/v1/evaluations", options), 201);
    const second = await context.request("POST", "/v1/evaluations", options);
    expect(expectBody(second, 201)).toEqual(first);
    expect(replayed(second)).toBe("true");
    expect(await all(context.assay.evaluations.list())).toHaveLength(1);
  }),
  engineScenario("createProject", 201, "expires a key after 24 hours", async (context) => {
    const first = expectBody(await post(context, "Old", { idempotencyKey: "k1" }), 201);
    context.target.advance(24 * 3_600_000 + 1);
    const second = expectBody(await post(context, "New", { idempotencyKey: "k1" }), 201);
    expect(second["id"]).not.toBe(first["id"]);
  }),
  scenario("createProject", 400, "accepts keys of 1 to 255 characters", async (context) => {
    expectBody(await post(context, "Long", { idempotencyKey: "k".repeat(255) }), 201);
    const long = await post(context, "Longer", { idempotencyKey: "k".repeat(256) });
    const shown = `"${"k".repeat(98)}…`;
    const message = `idempotency-key is ${shown}; it must have at most 255 characters.`;
    expectFaults(long, ["header/idempotency-key", "too_big", message]);
    const empty = await post(context, "Shorter", { idempotencyKey: "" });
    const tooShort = 'idempotency-key is ""; it must have at least 1 character.';
    expectFaults(empty, ["header/idempotency-key", "too_small", tooShort]);
  }),
  engineScenario(
    "createProject",
    201,
    "executes one of ten concurrent requests with one key",
    async (context) => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => post(context, "Once", { idempotencyKey: "k1" })),
      );
      // While the first request is in progress, a server may respond to concurrent requests with 409.
      expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
      expect(await all(context.assay.projects.list())).toHaveLength(1);
      const again = await post(context, "Once", { idempotencyKey: "k1" });
      expect(replayed(again)).toBe("true");
    },
  ),
];
