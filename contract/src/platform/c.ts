// The only module of the contract that uses ts-rest, besides openapi.ts, which reads the routers built here.
import { type AppRoute, type ContractOtherResponse, initContract } from "@ts-rest/core";
import * as z from "zod";
import type { ProblemStatus } from "./errors.ts";
import { problem } from "./problem.ts";
import type { Scope } from "./scopes.ts";

/** Metadata of every route besides its schemas; the server, the documents and the generator read it. */
export interface RouteMetadata {
  /** Unique name in camel case: `createProject`. */
  operationId: string;
  /** Heading in the API documents. */
  tag: string;
  /** Scope that the key must have; `public` requires no key. */
  scope: Scope | "public";
  /** The SDK's method (`projects.create`); null for routes that programs do not call (probes). */
  sdk: string | null;
  /** A list with `limit` and `after`. */
  paginated?: true;
  /** The response contains a secret: it is stored encrypted for idempotent replay and never logged. */
  secretBearing?: true;
  /**
   * Content types of a body that is streamed instead of parsed. If the route declares a JSON body too, a body of these
   * types replaces it: the validated body is then undefined, and the query belongs to the streamed form.
   */
  streamed?: readonly string[];
  /** Content types of a response that is a file; its 200 and 206 are `download`. */
  download?: readonly string[];
  /** The operation concerns the whole workspace: keys restricted to projects cannot use it. */
  workspaceLevel?: true;
  /** Unknown members of the body are ignored instead of rejected; refusals never quote texts of the body. */
  openBody?: true;
  /**
   * The handler reads the text of the body, which is neither parsed nor validated before: some faults are visible in the
   * text only.
   */
  bodyAsText?: true;
  /** A body of another content type is 400 `malformed_json` instead of 415, as AuthZEN requires. */
  wrongTypeIsMalformed?: true;
  /** The rate limit does not count these requests: another limit applies to them. */
  exemptFromRateLimit?: true;
}

/** A route with all required parts. */
export type DescribedRoute = AppRoute & { summary: string; description: string; metadata: RouteMetadata };

export const c = initContract();

/** A file that a handler returns; HTTP sends it whole or in part. */
export interface Download {
  contentType: string;
  fileName: string;
  /** In bytes. */
  size: number;
  /** The same for the same bytes; without quotes. */
  etag: string;
  /** The bytes from `start` up to, but not including, `end`. */
  read: (start: number, end: number) => AsyncIterable<Uint8Array>;
}

/** The success response of a route that returns a file. */
export const download = c.otherResponse({
  // Each response states its own type, one of those in the route's metadata.
  contentType: "application/octet-stream",
  body: c.type<Download>(),
});

/** The query of a route without parameters: each parameter sent is rejected by name. */
const noQuery = z.strictObject({});

/** The body of a POST without content: empty, or an empty object. */
export const emptyBody = z.strictObject({}).meta({ description: "Nothing.", examples: [{}] });

/** Declares a route; the compiler rejects one without summary, description or metadata. */
export function route<const R extends DescribedRoute>(described: R): R {
  // Load balancers call probes and may add parameters of their own.
  if (described.metadata.scope === "public") return described;
  const bare = "body" in described && described.body === c.noBody();
  return {
    ...described,
    query: storable(described.query ?? noQuery),
    ...(described.pathParams !== undefined && { pathParams: storable(described.pathParams) }),
    ...(bare && { body: emptyBody }),
  };
}

/** Path or query parameters without U+0000, which bodies reject too: no stored text contains it. */
function storable<T>(schema: T): T {
  if (!(schema instanceof z.ZodObject)) return schema;
  return schema.superRefine((parameters, context) => {
    const reported = new Set(context.issues.map(({ path }) => path?.[0]));
    for (const [name, given] of Object.entries(parameters)) {
      if (reported.has(name)) continue;
      const at = [given].flat().findIndex((text) => typeof text === "string" && text.includes("\u0000"));
      if (at < 0) continue;
      const path = Array.isArray(given) ? [name, at] : [name];
      context.addIssue({ code: "custom", path, message: "must not contain U+0000", input: given });
    }
  });
}

const everyRoute = [400, 401, 403, 404, 405, 413, 415, 429, 500, 503] as const satisfies ProblemStatus[];

type Problems<S extends ProblemStatus> = { [status in S]: typeof problem };

/**
 * The responses of a route that requires a key: its own, the problems of every such route, and further problems.
 *
 * @param own status → schema of the success response.
 * @param further statuses of problems besides 400, 401, 403, 404, 405, 413, 415, 429, 500 and 503.
 */
export function answers<
  Own extends Record<number, z.ZodType | ContractOtherResponse<z.ZodType>>,
  S extends 409 | 416 | 422 = never,
>(own: Own, ...further: S[]): Own & Problems<(typeof everyRoute)[number] | S> {
  const problems = Object.fromEntries([...everyRoute, ...further].map((status) => [status, problem]));
  // Object.fromEntries loses the type of its keys: they are exactly the statuses above.
  return { ...own, ...(problems as Problems<(typeof everyRoute)[number] | S>) };
}
