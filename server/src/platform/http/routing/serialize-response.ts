import type { DescribedRoute } from "@assay/contract/platform/c";
import * as z from "zod";
import type { PlatformDeps } from "../../platform-deps.ts";
import type { HandlerResponse } from "./handler.ts";

/**
 * Serializes only members that the contract declares. Unknown members are dropped, so no database column can
 * leak. A response that violates the contract is an internal error. Because the request's write has already
 * happened, the error is only logged and the known members are sent, unless strict responses are enabled.
 */
export function serializeResponse(
  route: DescribedRoute,
  { status, body }: HandlerResponse,
  { deps, strictResponses }: { deps: Pick<PlatformDeps, "log">; strictResponses: boolean },
): unknown {
  const schema = route.responses[status];
  if (!(schema instanceof z.ZodType)) {
    if (body === undefined) return body;
    throw new Error(
      `${route.metadata.operationId} responded with ${status}, which its contract does not declare.`,
    );
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const fault = `${route.metadata.operationId} ${status} breaks the contract: ${z.prettifyError(parsed.error)}`;
  if (strictResponses) throw new Error(fault);
  deps.log.error({ operation: route.metadata.operationId, status }, fault);
  return knownKeys(schema, body);
}

function knownKeys(schema: z.ZodType, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.keys(schema.shape).flatMap((key) => (key in body ? [[key, Reflect.get(body, key)]] : [])),
  );
}
