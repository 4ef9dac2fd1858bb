import type { DescribedRoute } from "@assay/contract/platform/c";
import * as fc from "fast-check";
import { often, rarely } from "./probabilities.ts";
import { type Described, describedOperations } from "./operations.ts";
import { bodyOf } from "./request-bodies.ts";
import { furtherHeaders, pathOf, queryOf } from "./request-parts.ts";

/** The caller whose key a request carries; a request by `nobody` has no key. */
export type Caller = "admin" | "lead" | "reviewer" | "viewer" | "restricted" | "nobody";

/** A request with example ids instead of real ids. */
export interface FuzzRequest {
  /** The intended operation. After a mutation, the request may reach another operation or none. */
  operationId: string;
  method: string;
  /** The path and query as they are sent. */
  path: string;
  headers: Record<string, string>;
  /** The body; each character stands for one byte. */
  body: string | undefined;
  /** The body's compression, and the value of its Content-Encoding header. */
  encoding: "gzip" | "deflate" | undefined;
  caller: Caller;
}

const callers: readonly Caller[] = ["viewer", "restricted", "lead", "reviewer", "nobody"];
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];

const usualCaller = ({ metadata: { scope, operationId } }: DescribedRoute): Caller =>
  scope === "reviews:adjudicate"
    ? "lead"
    : scope === "reviews:submit" || operationId === "getReviewQueue"
      ? "reviewer"
      : "admin";

/** Generates requests to one operation. */
export function requestOf(described: Described): fc.Arbitrary<FuzzRequest> {
  const { route } = described;
  return fc
    .record({
      path: pathOf(described),
      query: queryOf(described),
      typed: bodyOf(described),
      method: often(fc.constant<string>(route.method), fc.constantFrom(...methods), 24),
      caller: often(fc.constant(usualCaller(route)), fc.constantFrom(...callers), 14),
      further: furtherHeaders,
      encoding: rarely(fc.constantFrom("gzip" as const, "deflate" as const), 29),
    })
    .map(({ path, query, typed: { body, type }, method, caller, further, encoding }) => {
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

/** Generates requests to every operation in the contract: valid, nearly valid and hostile. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(...describedOperations().map(requestOf));
