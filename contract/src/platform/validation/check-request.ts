import * as z from "zod";
import type { DescribedRoute } from "../c.ts";
import type { FieldError } from "../errors.ts";
import { fieldErrors, readQuery, type RequestPart, validationFailed } from "./validation.ts";

type Issues = Parameters<typeof fieldErrors>[0];

/** An unvalidated request. */
export interface RequestParts {
  params: unknown;
  headers: Pick<Headers, "get">;
  query: ReturnType<typeof readQuery>;
  body: unknown;
}

/** The validated parts of a request. */
export interface CheckedParts {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Whether a part of a route has a schema. */
export const isSchema = (type: unknown): type is z.ZodType => type instanceof z.ZodType;

/** Returns a schema's first example; undefined if it has none. */
export function firstExample(schema: z.ZodType): unknown {
  const examples = schema.meta()?.["examples"];
  return Array.isArray(examples) ? examples[0] : undefined;
}

/** Formats the faults of a value, each with its path, for an error about an invalid request in a test. */
export const faultsOf = ({ issues }: { issues: Issues }): string =>
  issues
    .map(({ path = [], message }) => `${path.map(String).join(".") || "the body"}: ${message}`)
    .join("; ");

/** Returns the content type of a response that is not JSON. */
export function plainTypeOf({ responses }: DescribedRoute, status: number): string | undefined {
  const declared: unknown = responses[status];
  const is = typeof declared === "object" && declared !== null && "contentType" in declared;
  return is ? String(declared.contentType) : undefined;
}

export const queryOf = (url: URL): RequestParts["query"] => readQuery(url.searchParams);

/** Validates a request against its route. @throws {ApiError} 400 with all faults. */
export function checkRequest(
  route: DescribedRoute,
  { params, headers, query, body }: RequestParts,
): CheckedParts {
  const faults: FieldError[] = [];
  const checkPart = (type: unknown, input: unknown, where: RequestPart): unknown => {
    if (!isSchema(type)) return input;
    const parsed = type.safeParse(input);
    if (parsed.success) return parsed.data;
    const isPrivate = where === "body" && route.metadata.openBody;
    faults.push(...fieldErrors(parsed.error.issues, { input, where, schema: type, isPrivate }));
    return undefined;
  };
  const checked = { params: checkPart(route.pathParams, params, "path") };
  checkHeaders(route, headers, faults);
  const rest = {
    query: checkPart(route.query, query, "query"),
    body: checkPart("body" in route ? route.body : undefined, body, "body"),
  };
  if (faults.length > 0) throw validationFailed(faults);
  return { ...checked, ...rest };
}

function checkHeaders(route: DescribedRoute, headers: Pick<Headers, "get">, faults: FieldError[]): void {
  for (const [name, type] of Object.entries(route.headers ?? {})) {
    const value = headers.get(name) ?? undefined;
    const parsed = isSchema(type) ? type.safeParse(value) : undefined;
    if (!parsed || parsed.success) continue;
    const issues = parsed.error.issues.map((issue) => underHeader(name, issue));
    faults.push(...fieldErrors(issues, { input: { [name]: value }, where: "header" }));
  }
}

const underHeader = (name: string, issue: Issues[number]): Issues[number] => ({
  ...issue,
  path: [name, ...(issue.path ?? [])],
});
