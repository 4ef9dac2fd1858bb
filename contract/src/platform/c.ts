// The only module in the contract that uses ts-rest, apart from openapi.ts, which reads the routers built
// here.
import { type AppRoute, type ContractOtherResponse, initContract } from "@ts-rest/core";
import * as z from "zod";
import type { ProblemStatus } from "./errors.ts";
import { problem } from "./problem.ts";
import type { Scope } from "./scopes.ts";

/** Metadata of a route in addition to its schemas. The server, the documents and the generator read it. */
export interface RouteMetadata {
  /** Unique name in camel case, such as `createProject`. */
  operationId: string;
  /** The heading under which the API documents list the route. */
  tag: string;
  /** Scope that the API key must have; `any` if every valid key has access; `public` if no key is required. */
  scope: Scope | "any" | "public";
  /**
   * Another scope that gives access to the route. The operation itself checks which of the two the caller's
   * request needs.
   */
  otherScope?: Scope;
  /** The SDK's method, such as `projects.create`; null for routes that programs do not call (probes). */
  sdk: string | null;
  /** Set if the response is a list with `limit` and `after`. */
  paginated?: true;
  /**
   * Set for other lists: the member of the response that contains the items, if the list has `limit` and `cursor`
   * and its response has `nextCursor`; empty if the response is an array.
   */
  itemsMember?: string;
  /**
   * Set if the response contains a secret. It is then stored encrypted for idempotent replay and never
   * logged.
   */
  secretBearing?: true;
  /**
   * Content types of a body that is streamed instead of parsed. If the route also declares a JSON body, a
   * body with one of these types replaces it. In that case the validated body is undefined, and the query
   * belongs to the streamed form.
   */
  streamed?: readonly string[];
  /** Content types of a response that is a file. The responses 200 and 206 are then `download`. */
  download?: readonly string[];
  /**
   * Set if the operation concerns the whole workspace. Keys that are restricted to projects cannot use it.
   */
  workspaceLevel?: true;
  /**
   * Set if unknown members of the body are ignored instead of rejected. Refusals never quote values from the
   * body.
   */
  openBody?: true;
  /**
   * Set if the handler reads the text of the body. The HTTP layer then does not parse or validate the body,
   * because some faults are visible only in its text.
   */
  bodyAsText?: true;
  /**
   * The member of the body whose items are validated one by one, so that an invalid item does not refuse the request. An
   * item with a value that cannot be stored reaches the handler as an `UnstorableItem`.
   */
  itemsIn?: string;
  /**
   * Set if a body with another content type is refused with 400 `malformed_json` instead of 415, as AuthZEN
   * requires.
   */
  wrongTypeIsMalformed?: true;
  /**
   * The limits of the body: those of one call or policy, of several calls, or of samples or entities (`body-limits.ts`).
   * Without this member, those of all other routes.
   */
  bodyLimits?: "call" | "batch" | "bulk";
  /** Set if the rate limit does not count these requests, because another limit applies to them. */
  exemptFromRateLimit?: true;
}

/** A route with all required parts. */
export type DescribedRoute = AppRoute & { summary: string; description: string; metadata: RouteMetadata };

export const c = initContract();

/** A file that a handler returns. The HTTP layer sends the whole file or a part of it. */
export interface Download {
  contentType: string;
  fileName: string;
  /** Size in bytes. */
  size: number;
  /** The file's ETag without quotes. Files with equal contents have equal ETags. */
  etag: string;
  /** Reads the bytes from `start` up to, but not including, `end`. */
  read: (start: number, end: number) => AsyncIterable<Uint8Array>;
}

/** The success response of a route that returns a file. */
export const download = c.otherResponse({
  // The actual content type is set for each response. It is one of those in the route's metadata.
  contentType: "application/octet-stream",
  body: c.type<Download>(),
});

/** The query of a route without parameters. Every parameter that is sent is rejected by name. */
const noQuery = z.strictObject({});

/** The body of a POST request without content: empty, or an empty object. */
export const emptyBody = z.strictObject({}).meta({ description: "An empty object.", examples: [{}] });

/** Declares a route. A route without summary, description or metadata does not compile. */
export function route<const R extends DescribedRoute>(described: R): R {
  // Load balancers call probes and may add their own parameters.
  if (described.metadata.scope === "public") return described;
  const bare = "body" in described && described.body === c.noBody();
  return {
    ...described,
    query: storable(described.query ?? noQuery),
    ...(described.pathParams !== undefined && { pathParams: storable(described.pathParams) }),
    ...(bare && { body: emptyBody }),
  };
}

/**
 * Rejects path and query parameters that contain U+0000, which bodies cannot contain either. No stored string
 * contains U+0000.
 */
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
 * Returns the responses of a route that requires an API key: its success responses, the problems that every
 * such route can have, and the given additional problems.
 *
 * @param own the schema of each success response by status.
 * @param further statuses of problems in addition to 400, 401, 403, 404, 405, 413, 415, 429, 500 and 503.
 */
export function answers<
  Own extends Record<number, z.ZodType | ContractOtherResponse<z.ZodType>>,
  S extends 409 | 412 | 416 | 422 = never,
>(own: Own, ...further: S[]): Own & Problems<(typeof everyRoute)[number] | S> {
  const problems = Object.fromEntries([...everyRoute, ...further].map((status) => [status, problem]));
  // Object.fromEntries loses the type of the keys, which are exactly the statuses above.
  return { ...own, ...(problems as Problems<(typeof everyRoute)[number] | S>) };
}
