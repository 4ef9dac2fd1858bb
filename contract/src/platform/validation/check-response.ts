import type * as z from "zod";
import type { DescribedRoute } from "../c.ts";
import { firstExample, isSchema, plainTypeOf } from "./check-request.ts";

/** Whether the successful response of an operation is a file. */
export const isFileResponse = ({ metadata }: DescribedRoute, status: number): boolean =>
  metadata.download !== undefined && status < 300;

/** Returns the content type of a response that is not JSON, such as a file; undefined for JSON. */
export function rawTypeOf(route: DescribedRoute, status: number): string | undefined {
  const [fileType] = isFileResponse(route, status) ? (route.metadata.download ?? []) : [];
  return fileType ?? plainTypeOf(route, status);
}

/** Returns the schema of a response's body, even if it is not JSON; undefined if the body has none. */
export function responseSchema({ responses }: DescribedRoute, status: number): z.ZodType | undefined {
  const declared: unknown = responses[status];
  const isPlain = typeof declared === "object" && declared !== null && "contentType" in declared;
  const body = isPlain && "body" in declared ? declared.body : declared;
  return isSchema(body) ? body : undefined;
}

/**
 * Returns the documented example of an operation's success, with an empty body if it is not JSON; undefined if the
 * operation has no example.
 */
export function exampleResponse(route: DescribedRoute): { status: number; body: unknown } | undefined {
  if (route.metadata.download) return { status: 200, body: "" };
  for (const status of Object.keys(route.responses).map(Number)) {
    if (status >= 400) continue;
    if (plainTypeOf(route, status)) return { status, body: "" };
    const schema: unknown = route.responses[status];
    const example = isSchema(schema) ? firstExample(schema) : undefined;
    if (example !== undefined) return { status, body: example };
  }
  return undefined;
}
