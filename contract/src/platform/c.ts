// The fence around ts-rest: nothing else in the contract imports it, but for openapi.ts, which walks what is built here.
import { type AppRoute, type ContractOtherResponse, initContract } from "@ts-rest/core";
import * as z from "zod";
import type { ProblemStatus } from "./errors.ts";
import { problem } from "./problem.ts";
import type { Scope } from "./scopes.ts";

/** What every route says of itself besides its shapes; the server, the documents and the generator read it. */
export interface RouteMetadata {
  /** Unique name in camel case: `createProject`. */
  operationId: string;
  /** Heading in the API documents. */
  tag: string;
  /** What a key needs; `public` needs no key. */
  scope: Scope | "public";
  /** The SDK's method (`projects.create`); null for what no program calls (probes). */
  sdk: string | null;
  /** A list with `limit` and `after`. */
  paginated?: true;
  /** The answer holds a secret: it is stored encrypted for idempotent replay and never logged. */
  secretBearing?: true;
  /**
   * Content types of a body that is streamed instead of parsed. When the route declares a JSON body too, one of these
   * types takes its place, the body it is checked as is undefined, and the query belongs to the streamed form.
   */
  streamed?: readonly string[];
  /** Content types of an answer that is a file, sent as it is; its 200 and 206 are `download`. */
  download?: readonly string[];
  /** Something that belongs to the workspace as a whole: keys restricted to projects may not do it. */
  workspaceLevel?: true;
  /** Members of the body that the schema does not know are ignored instead of refused; refusals repeat no text of it. */
  openBody?: true;
  /**
   * The handler reads the text of the body itself, which is neither parsed nor checked before: some faults can be seen in the
   * text alone.
   */
  bodyAsText?: true;
  /** A body of another content type is 400 `malformed_json` instead of 415, as AuthZEN wants it. */
  wrongTypeIsMalformed?: true;
  /** Requests are not counted by the rate limit: something else bounds them. */
  exemptFromRateLimit?: true;
}

/** A route with everything that a route must have. */
export type DescribedRoute = AppRoute & { summary: string; description: string; metadata: RouteMetadata };

export const c = initContract();

/** An answer that is a file: what a handler gives of one, and HTTP sends whole or in part. */
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

/** The success of a route whose answer is a file. */
export const download = c.otherResponse({
  // Which of the types in the route's metadata it is, each answer says itself.
  contentType: "application/octet-stream",
  body: c.type<Download>(),
});

/** The query of a route that takes none: whatever is sent is refused with its name. */
const noQuery = z.strictObject({});

/** The body of a POST that needs none: empty, or an empty object. */
export const emptyBody = z.strictObject({}).meta({ description: "Nothing.", examples: [{}] });

/** Declares a route; the compiler refuses one without summary, description or metadata. */
export function route<const R extends DescribedRoute>(described: R): R {
  // Probes are called by balancers, which may add parameters of their own.
  if (described.metadata.scope === "public") return described;
  const bare = "body" in described && described.body === c.noBody();
  return {
    ...described,
    query: storable(described.query ?? noQuery),
    ...(described.pathParams !== undefined && { pathParams: storable(described.pathParams) }),
    ...(bare && { body: emptyBody }),
  };
}

/** Path or query, in which a text with U+0000 is refused as it is in bodies: nothing that is stored has it. */
function storable<T>(schema: T): T {
  if (!(schema instanceof z.ZodObject)) return schema;
  return schema.superRefine((parameters, context) => {
    // What a parameter's own schema refuses is told already.
    const told = new Set(context.issues.map(({ path }) => path?.[0]));
    for (const [name, given] of Object.entries(parameters)) {
      if (told.has(name)) continue;
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
 * The answers of a route that needs a key: its own, the problems that any such route can have, and the further ones named.
 *
 * @param own status → schema of what the route answers when all is well.
 * @param further statuses of problems besides 400, 401, 403, 404, 405, 413, 415, 429, 500 and 503.
 */
export function answers<
  Own extends Record<number, z.ZodType | ContractOtherResponse<z.ZodType>>,
  S extends 409 | 416 | 422 = never,
>(own: Own, ...further: S[]): Own & Problems<(typeof everyRoute)[number] | S> {
  const problems = Object.fromEntries([...everyRoute, ...further].map((status) => [status, problem]));
  // Object.fromEntries loses which keys it has: they are exactly the statuses just listed.
  return { ...own, ...(problems as Problems<(typeof everyRoute)[number] | S>) };
}
