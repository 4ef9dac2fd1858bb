import { createPolicyBody } from "../../../contract/src/control/policies/policy-object.ts";
import type { Database } from "../../../server/src/platform/db/connection/connect.ts";
import { type Context, createContext } from "../../conformance/harness/context.ts";
import { targetOf } from "../../conformance/harness/server-target.ts";
import { arrangeExamples, keysOfCallers } from "../../conformance/harness/twin.ts";
import type { TestServer } from "../../support/server.ts";
import { arrangeSpares } from "./arrange-spares.ts";
import type { Caller, FuzzRequest } from "./requests.ts";
import { nobody } from "./schema-values.ts";

/** A workspace with every object that the contract's examples name. */
export interface ExampleWorkspace {
  context: Context;
  keys: Record<Caller, string | null>;
  /**
   * Replaces example ids in a request by real ids, and adds the caller's key unless the request already has a
   * key.
   */
  real: (request: FuzzRequest) => FuzzRequest;
}

/** Matches the URLs in examples. Their hosts are not resolved, so no endpoint is called. */
const exampleAddress = /https:\/\/[a-z]+\.example\.org[\w/]*/g;

/** Creates a workspace on a server. */
export async function createExampleWorkspace(
  server: TestServer,
  engine: Database["engine"],
): Promise<ExampleWorkspace> {
  const context = await createContext(targetOf(server, engine));
  const ids = await arrangeExamples(context);
  for (const [spare, made] of await arrangeSpares(context, ids, server.deps.database)) ids.set(spare, made);
  const keys = await keysOfCallers(context, ids);
  const shown = createPolicyBody.meta()?.examples;
  await context.request("POST", "/api/policies", { body: Array.isArray(shown) ? shown[0] : {} });
  const replaced = (text: string): string => {
    let result = text.replaceAll(exampleAddress, nobody);
    for (const [example, made] of ids) result = result.replaceAll(example, made);
    return result;
  };
  const real = (request: FuzzRequest): FuzzRequest => {
    const key = keys[request.caller];
    return {
      ...request,
      path: replaced(request.path),
      body: request.body === undefined ? undefined : replaced(request.body),
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...request.headers },
    };
  };
  return { context, keys, real };
}
