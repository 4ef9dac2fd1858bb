// Calls every operation in the contract with every unauthorized key, and with every id of another workspace.
import { insufficientScope, unauthenticated } from "@assay/contract/platform/refusals";
import { contract, routesOf } from "@assay/contract/openapi/apis";
import { missingScope, scopePresets, scopes } from "@assay/contract/platform/scopes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleIds } from "../../../contract/src/platform/example-values.ts";
import { type Context, createContext, type RawResponse } from "../../conformance/harness/context.ts";
import type { Target } from "../../conformance/harness/target.ts";
import { arrangeExamples, comparable } from "../../conformance/harness/twin.ts";
import { chosenIds } from "../../fuzz/harness/example-ids.ts";
import {
  exampleRequests,
  isEndless,
  placesOf,
  sendable,
  withIds,
  type ExampleRequest,
} from "./example-requests.ts";

const guarded = routesOf(contract).filter(({ metadata }) => metadata.scope !== "public");
const requests = exampleRequests.filter(({ route }) => route.metadata.scope !== "public");
const ending = requests.filter((request) => !isEndless(request));

/** A well-formed key with a correct checksum that does not exist. */
const unknownKey = "assay_live_0123456789ABCDEFGHIJKLMNOPQRSTUVK95hy5";

const send = (context: Context, request: ExampleRequest, key: string | null = context.key) => {
  const { method, path, options } = sendable(request);
  return context.request(method, path, { ...options, key });
};

const problemOf = ({ status, body }: RawResponse) => {
  const { code, detail } = Object(body) as { code?: unknown; detail?: unknown };
  return { status, code, detail };
};

/** Creates a workspace with the example objects. Maps the contract's example ids to the created ids. */
async function createExamples(
  target: Target,
  name: string,
): Promise<{ context: Context; ids: Map<string, string> }> {
  const context = await createContext(target);
  const ids = await arrangeExamples(context);
  const { control, webhooks } = context.assay;
  const webhook = ids.get(exampleIds.webhook) ?? "";
  const { id: delivery } = await webhooks.test(webhook);
  ids.set(exampleIds.delivery, delivery);
  // Wait for background work before anything is compared.
  await expect.poll(async () => (await webhooks.deliveries(webhook, { status: "pending" })).data).toEqual([]);
  for (const [kind, id] of Object.entries(chosenIds)) ids.set(id, `${name}-${kind}`);
  const text = "permit (principal, action, resource);";
  await control.agents.create({ id: `${name}-agent`, apiKey: `sk-${name}-0123456789` });
  await control.policies.create({ id: `${name}-policy`, text });
  await control.entities.patch({ entities: [{ type: "record", id: `${name}-entity` }] });
  return { context, ids };
}

/** Returns an unknown id with the same form and length as another id. */
function absentLike(id: string): string {
  if (id.startsWith("theirs")) return id.replace("theirs", "absent");
  return `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;
}

/**
 * Tests that a target refuses every operation to unauthorized keys, and hides other workspaces completely.
 */
export function testIsolation(targetName: string, start: () => Promise<Target>): void {
  describe(`every operation, on '${targetName}'`, () => {
    let target: Target;
    beforeAll(async () => {
      target = await start();
    });
    afterAll(() => target?.close());

    test("is refused without a working key", async () => {
      const context = await createContext(target);
      const { apiKeys } = context.assay;
      const revoked = await apiKeys.create({ name: "Revoked", preset: "admin" });
      await apiKeys.revoke(revoked.id);
      const soon = new Date(Date.parse(revoked.created_at) + 60_000).toISOString();
      const expired = await apiKeys.create({ name: "Expired", preset: "admin", expires_at: soon });
      target.advance(120_000);
      const keys = {
        missing: null,
        unknown: unknownKey,
        mistyped: `${context.key.slice(0, -1)}${context.key.endsWith("0") ? "1" : "0"}`,
        revoked: revoked.secret,
        expired: expired.secret,
      };
      for (const request of requests) {
        for (const [name, key] of Object.entries(keys)) {
          const { status, code, detail } = problemOf(await send(context, request, key));
          const wanted = unauthenticated(name === "missing" ? "missing" : "unknown");
          expect({ request, name, status, code, detail }).toEqual({
            request,
            name,
            status: 401,
            code: "unauthenticated",
            detail: wanted.message,
          });
        }
      }
    });

    test("is refused to keys without its scope, for any input", async () => {
      const context = await createContext(target);
      const sets = [
        ...scopes.map((missing) => scopes.filter((scope) => scope !== missing)),
        ...Object.values(scopePresets),
      ];
      for (const held of sets) {
        const key = await context.newKey({ scopes: [...held] });
        const refused = guarded.filter(
          ({ metadata: { scope, otherScope } }) =>
            scope !== "public" && missingScope({ scope, otherScope }, new Set(held)) !== undefined,
        );
        for (const { method, path, metadata } of refused) {
          const options = method === "GET" ? {} : { body: "{" };
          const answer = await context.request(method, path.replaceAll(/:\w+/g, "x"), { ...options, key });
          // Public operations are excluded.
          const wanted = insufficientScope(metadata.scope as (typeof scopes)[number]);
          const { status, code, detail } = problemOf(answer);
          expect([metadata.operationId, status, code, detail]).toEqual([
            metadata.operationId,
            403,
            wanted.code,
            wanted.message,
          ]);
        }
      }
    });

    test("responds to ids of another workspace as to unknown ids", async () => {
      const theirs = await createExamples(target, "theirs");
      const mine = await createExamples(target, "mine");
      const before = await everythingOf(theirs);
      await expectStrange({ context: mine.context, own: mine.ids, foreign: theirs.ids });
      // The requests changed nothing in the other workspace.
      expect(await everythingOf(theirs)).toEqual(before);
    });

    test("responds to a restricted key about another project as about an unknown one", async () => {
      const { context, ids } = await createExamples(target, "theirs");
      const { id: project } = await context.assay.projects.create({ name: "Own" });
      const key = await context.newKey({ preset: "admin", projects: [project] });
      // A key for one project may also read data that belongs to the whole workspace.
      const shared = ["model", "apiKey", "reviewer"] as const;
      const foreign = new Map(
        [...ids].filter(([example]) => !shared.some((kind) => exampleIds[kind] === example)),
      );
      const own = new Map([...ids, [exampleIds.project, project]]);
      await expectStrange({ context, own, foreign, key });
    });
  });
}

interface Strange {
  context: Context;
  /** The caller's own ids. */
  own: ReadonlyMap<string, string>;
  /** The ids that the caller must not see. */
  foreign: ReadonlyMap<string, string>;
  key?: string;
}

/** Whether a text is an id. The URL that the webhooks of both workspaces share is not an id. */
const namesOne = (text: string): boolean => /^[a-z]+_[0-9a-z]{26}$|^theirs-/.test(text);

/**
 * Replaces each id in a request with a foreign id, and compares the response with that for an unknown id.
 * Also searches for foreign ids in the responses to requests that contain none.
 */
async function expectStrange({ context, own, foreign, key }: Strange): Promise<void> {
  const foreignIds = [...foreign.values()].filter(namesOne);
  const expectNothingOf = (request: ExampleRequest, { body }: RawResponse) => {
    const [sent, returned] = [JSON.stringify(request.parts), JSON.stringify(body)];
    const { operationId } = request;
    // Ignore ids in the request, because a refusal quotes it.
    const foreignReturned = foreignIds.filter((id) => returned.includes(id) && !sent.includes(id));
    expect({ operationId, foreignReturned }).toEqual({ operationId, foreignReturned: [] });
  };
  let compared = 0;
  for (const request of ending) {
    const plain = withIds(
      { ...request, parts: { ...request.parts, query: "" } },
      (_, id) => own.get(id) ?? id,
    );
    if (request.route.method === "GET") expectNothingOf(plain, await send(context, plain, key));
    for (const { part, id } of placesOf(request)) {
      const real = foreign.get(id);
      if (real === undefined || real === "") continue;
      const sendWith = async (there: string) => {
        const filled = withIds(request, (where, which) =>
          where === part && which === id ? there : (own.get(which) ?? which),
        );
        const answer = await send(context, filled, key);
        expectNothingOf(filled, answer);
        return comparable(answer, [[there, "…"]]);
      };
      const [answer, wanted] = [await sendWith(real), await sendWith(absentLike(real))];
      expect({ operation: request.operationId, part, id, answer }).toEqual({
        operation: request.operationId,
        part,
        id,
        answer: wanted,
      });
      compared += 1;
    }
  }
  // At least half of the operations whose path contains an id must have been compared.
  expect(compared).toBeGreaterThan(guarded.filter(({ path }) => path.includes(":")).length / 2);
}

/** Returns the responses of every read operation in a workspace. */
async function everythingOf({
  context,
  ids,
}: Awaited<ReturnType<typeof createExamples>>): Promise<unknown[]> {
  const reads = ending.filter(({ route }) => route.method === "GET");
  const answers: unknown[] = [];
  for (const request of reads) {
    const filled = withIds(request, (_, id) => ids.get(id) ?? id);
    answers.push([request.operationId, comparable(await send(context, filled), [])]);
  }
  return answers;
}
