// Every operation of the contract against every key that may not, and against every id that is somebody else's.
import { insufficientScope, unauthenticated } from "@assay/contract/platform/refusals";
import { contract, routesOf } from "@assay/contract/openapi/apis";
import { scopePresets, scopes } from "@assay/contract/platform/scopes";
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

/** A key of the right form, checksum included, that nobody has. */
const unknownKey = "assay_live_0123456789ABCDEFGHIJKLMNOPQRSTUVK95hy5";

const send = (context: Context, request: ExampleRequest, key: string | null = context.key) => {
  const { method, path, options } = sendable(request);
  return context.request(method, path, { ...options, key });
};

const problemOf = ({ status, body }: RawResponse) => {
  const { code, detail } = Object(body) as { code?: unknown; detail?: unknown };
  return { status, code, detail };
};

/** A world whose ids are real: the contract's example ids → those made here. */
async function world(target: Target, name: string): Promise<{ context: Context; ids: Map<string, string> }> {
  const context = await createContext(target);
  const ids = await arrangeExamples(context);
  const { control, webhooks } = context.assay;
  const webhook = ids.get(exampleIds.webhook) ?? "";
  const { id: delivery } = await webhooks.test(webhook);
  ids.set(exampleIds.delivery, delivery);
  // What goes on in the background has ended before anything is compared.
  await expect.poll(async () => (await webhooks.deliveries(webhook, { status: "pending" })).data).toEqual([]);
  for (const [kind, id] of Object.entries(chosenIds)) ids.set(id, `${name}-${kind}`);
  const text = "permit (principal, action, resource);";
  await control.agents.create({ id: `${name}-agent`, apiKey: `sk-${name}-0123456789` });
  await control.policies.create({ id: `${name}-policy`, text });
  await control.entities.patch({ entities: [{ type: "record", id: `${name}-entity` }] });
  return { context, ids };
}

/** An id like another one, that nothing has; as long as it. */
function absentLike(id: string): string {
  if (id.startsWith("theirs")) return id.replace("theirs", "absent");
  return `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;
}

/** Tests that a target refuses every operation to keys that may not call it, and shows nothing of another workspace. */
export function testIsolation(targetName: string, start: () => Promise<Target>): void {
  describe(`every operation, on '${targetName}'`, () => {
    let target: Target;
    beforeAll(async () => {
      target = await start();
    });
    afterAll(() => target?.close());

    test("is refused to who has no key, or none that works", async () => {
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

    test("is refused to keys without its scope, whatever they send", async () => {
      const context = await createContext(target);
      const sets = [
        ...scopes.map((missing) => scopes.filter((scope) => scope !== missing)),
        ...Object.values(scopePresets),
      ];
      for (const held of sets) {
        const key = await context.newKey({ scopes: [...held] });
        const refused = guarded.filter(
          ({ metadata: { scope } }) => scope !== "public" && !held.includes(scope),
        );
        for (const { method, path, metadata } of refused) {
          const options = method === "GET" ? {} : { body: "{" };
          const answer = await context.request(method, path.replaceAll(/:\w+/g, "x"), { ...options, key });
          // What is public was left out.
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

    test("answers to another workspace's ids as to ids that nothing has", async () => {
      const theirs = await world(target, "theirs");
      const mine = await world(target, "mine");
      const before = await everythingOf(theirs);
      await expectStrange({ context: mine.context, own: mine.ids, foreign: theirs.ids });
      // And nothing of theirs was changed by it.
      expect(await everythingOf(theirs)).toEqual(before);
    });

    test("answers a restricted key about another project as about what nothing has", async () => {
      const { context, ids } = await world(target, "theirs");
      const { id: project } = await context.assay.projects.create({ name: "Own" });
      const key = await context.newKey({ preset: "admin", projects: [project] });
      // What belongs to the workspace as a whole can be read by such a key too.
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
  /** The caller's own. */
  own: ReadonlyMap<string, string>;
  /** What the caller must not notice. */
  foreign: ReadonlyMap<string, string>;
  key?: string;
}

/** Whether a text names a thing: the address that both worlds' webhooks have is nobody's. */
const namesOne = (text: string): boolean => /^[a-z]+_[0-9a-z]{26}$|^theirs-/.test(text);

/**
 * Puts each foreign id into each place that takes it, alone, and compares with an id that nothing has; and looks for foreign
 * ids in what is answered to requests that name none.
 */
async function expectStrange({ context, own, foreign, key }: Strange): Promise<void> {
  const foreignIds = [...foreign.values()].filter(namesOne);
  const expectNothingOf = (request: ExampleRequest, { body }: RawResponse) => {
    const [sent, told] = [JSON.stringify(request.parts), JSON.stringify(body)];
    const { operationId } = request;
    // A refusal quotes what was sent.
    const foreignTold = foreignIds.filter((id) => told.includes(id) && !sent.includes(id));
    expect({ operationId, foreignTold }).toEqual({ operationId, foreignTold: [] });
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
      const ask = async (there: string) => {
        const filled = withIds(request, (where, which) =>
          where === part && which === id ? there : (own.get(which) ?? which),
        );
        const answer = await send(context, filled, key);
        expectNothingOf(filled, answer);
        return comparable(answer, [[there, "…"]]);
      };
      const [answer, wanted] = [await ask(real), await ask(absentLike(real))];
      expect({ operation: request.operationId, part, id, answer }).toEqual({
        operation: request.operationId,
        part,
        id,
        answer: wanted,
      });
      compared += 1;
    }
  }
  // Every operation under a thing of a workspace, at the least.
  expect(compared).toBeGreaterThan(guarded.filter(({ path }) => path.includes(":")).length / 2);
}

/** What every operation that reads says of a world. */
async function everythingOf({ context, ids }: Awaited<ReturnType<typeof world>>): Promise<unknown[]> {
  const reads = ending.filter(({ route }) => route.method === "GET");
  const answers: unknown[] = [];
  for (const request of reads) {
    const filled = withIds(request, (_, id) => ids.get(id) ?? id);
    answers.push([request.operationId, comparable(await send(context, filled), [])]);
  }
  return answers;
}
