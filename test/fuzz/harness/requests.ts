import type { DescribedRoute } from "@assay/contract/platform/c";
import * as fc from "fast-check";
import { often, seldom } from "./probabilities.ts";
import { type Described, describedOperations } from "./operations.ts";
import { bodyOf } from "./request-bodies.ts";
import { contentTypes, furtherHeaders, headerText, pathOf, queryOf } from "./request-parts.ts";

/** Whose key a request carries; `nobody`: none. */
export type Caller = "admin" | "reviewer" | "viewer" | "restricted" | "nobody";

/** A request with the ids of the contract's examples in the place of real ones. */
export interface FuzzRequest {
  /** The operation that it was made for; what it was spoilt to may go to another one, or to none. */
  operationId: string;
  method: string;
  /** Path and query as they go over the wire. */
  path: string;
  headers: Record<string, string>;
  /** One character for each byte. */
  body: string | undefined;
  /** How the body is packed, and said to be. */
  encoding: "gzip" | "deflate" | undefined;
  caller: Caller;
}

const callers: readonly Caller[] = ["viewer", "restricted", "reviewer", "nobody"];
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];

const usualCaller = ({ metadata: { scope, operationId } }: DescribedRoute): Caller =>
  scope === "reviews:submit" || operationId === "getReviewQueue" ? "reviewer" : "admin";

const usualTypes = ({ metadata: { streamed } }: DescribedRoute): string[] => [
  ...(streamed ?? []),
  "application/json",
];

/** Requests to one operation. */
export function requestOf(described: Described): fc.Arbitrary<FuzzRequest> {
  const { route } = described;
  return fc
    .record({
      path: pathOf(described),
      query: queryOf(described),
      body: bodyOf(described),
      type: often(
        fc.constantFrom(...usualTypes(route)),
        fc.oneof(fc.constantFrom(...contentTypes), headerText),
      ),
      method: often(fc.constant<string>(route.method), fc.constantFrom(...methods), 24),
      caller: often(fc.constant(usualCaller(route)), fc.constantFrom(...callers), 14),
      further: furtherHeaders,
      encoding: seldom(fc.constantFrom("gzip" as const, "deflate" as const), 29),
    })
    .map(({ path, query, body, type, method, caller, further, encoding }) => {
      const sent = method === "GET" || method === "HEAD" || method === "TRACE" ? undefined : body;
      return {
        operationId: route.metadata.operationId,
        method,
        path: query ? `${path}?${query}` : path,
        headers: { ...(sent !== undefined && { "content-type": type }), ...further },
        body: sent,
        encoding: sent === undefined ? undefined : encoding,
        caller,
      };
    });
}

/** Requests to every operation of the contract, right ones, nearly right ones and hostile ones. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(...describedOperations().map(requestOf));
