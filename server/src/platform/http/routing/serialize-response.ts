import type { DescribedRoute } from "@assay/contract/platform/c";
import * as z from "zod";
import type { PlatformDeps } from "../../platform-deps.ts";
import type { Answer } from "./handler.ts";

/**
 * Sends what the contract says and nothing else: keys it does not know are dropped, so no column leaks.
 * An answer that breaks the contract is a fault of ours; the write it reports has happened, so it is logged and sent
 * with the keys the contract knows, unless answers are strict.
 */
export function serializeResponse(
  route: DescribedRoute,
  { status, body }: Answer,
  { deps, strictAnswers }: { deps: Pick<PlatformDeps, "log">; strictAnswers: boolean },
): unknown {
  const schema = route.responses[status];
  if (!(schema instanceof z.ZodType)) {
    if (body === undefined) return body;
    throw new Error(`${route.metadata.operationId} answered ${status}, which its contract does not have.`);
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fault = `${route.metadata.operationId} ${status} breaks the contract: ${z.prettifyError(parsed.error)}`;
  if (strictAnswers) throw new Error(fault);
  deps.log.error({ operation: route.metadata.operationId, status }, fault);
  return knownKeys(schema, body);
}

function knownKeys(schema: z.ZodType, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.keys(schema.shape).flatMap((key) => (key in body ? [[key, Reflect.get(body, key)]] : [])),
  );
}
