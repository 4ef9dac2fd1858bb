import type { DescribedRoute } from "@assay/contract/platform/c";
import { fieldErrors, readQuery, validationFailed } from "@assay/contract/platform/validation/validation";

type Issues = Parameters<typeof fieldErrors>[0];
type Where = Parameters<typeof fieldErrors>[1]["where"];

/** The schema members that validation uses. */
interface Schema {
  safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: { issues: Issues } };
  meta(): { examples?: readonly unknown[] } | undefined;
}

/** An unvalidated request. */
export interface RequestParts {
  params: unknown;
  headers: Headers;
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
export const isSchema = (type: unknown): type is Schema =>
  typeof type === "object" && type !== null && "safeParse" in type && typeof type.safeParse === "function";

/** Returns the places and messages of a value's faults, for a mistake in a test. */
export const faultsOf = ({ issues }: { issues: Issues }): string =>
  issues
    .map(({ path = [], message }) => `${path.map(String).join(".") || "the body"}: ${message}`)
    .join("; ");

/** Returns the content type of a response other than JSON. */
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
  const faults: ReturnType<typeof fieldErrors> = [];
  const checkPart = (type: unknown, input: unknown, where: Where): unknown => {
    if (!isSchema(type)) return input;
    const parsed = type.safeParse(input);
    if (parsed.success) return parsed.data;
    // Every schema in the contract lists its fields.
    const schema = type as NonNullable<Parameters<typeof fieldErrors>[1]["schema"]>;
    const isPrivate = where === "body" && route.metadata.openBody;
    faults.push(...fieldErrors(parsed.error.issues, { input, where, schema, isPrivate }));
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

function checkHeaders(route: DescribedRoute, headers: Headers, faults: ReturnType<typeof fieldErrors>): void {
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
