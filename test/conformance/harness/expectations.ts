import type { ApiError as Refusal, FieldError } from "@assay/contract/platform/errors";
import { rangeEmpty } from "@assay/contract/platform/requests/range-refusals";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import { ApiError } from "@assay/sdk";
import { expect } from "vitest";
import type { Context, RawResponse } from "./context.ts";

/** Expects the whole problem document of a refusal, and its headers. */
export function expectRefusal({ status, headers, body }: RawResponse, refusal: Refusal): void {
  const requestId = headers.get("x-request-id") ?? "";
  expect(body).toEqual(refusal.toProblem(requestId));
  expect(status).toBe(refusal.status);
  expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  for (const [name, value] of Object.entries(refusal.headers)) expect(headers.get(name)).toBe(value);
}

/** Expects status 400 with exactly these faults, in this order: `[path, code, message]`. */
export function expectFaults(
  answer: RawResponse,
  ...faults: [path: string, code: string, message: string][]
): void {
  expectRefusal(
    answer,
    validationFailed(faults.map(([path, code, message]): FieldError => ({ path, code, message }))),
  );
}

/** Expects a list to refuse `from` and `to` that no time can be between, and to accept those one millisecond apart. */
export async function expectEmptyRangesRefused({ request }: Context, path: string): Promise<void> {
  for (const [from, to] of [
    [2000, 1000],
    [1000, 1000],
  ] as const)
    expectRefusal(await request("GET", `${path}?from=${from}&to=${to}`), rangeEmpty(from, to));
  expect((await request("GET", `${path}?from=1000&to=1001`)).status).toBe(200);
}

/** Expects the API to refuse a client's call. */
export async function expectRejected(call: PromiseLike<unknown>, refusal: Refusal): Promise<void> {
  const error: unknown = await Promise.resolve(call).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  if (!(error instanceof ApiError)) return;
  const { status, code, detail, errors } = error;
  expect({ status, code, detail, errors }).toEqual({
    status: refusal.status,
    code: refusal.code,
    detail: refusal.message,
    errors: refusal.errors,
  });
}

/** Expects a successful response. @returns its body. */
export function expectBody(answer: RawResponse, status: number): Record<string, unknown> {
  expect(answer.body).toBeTypeOf("object");
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  // This cast is safe: the check above shows that the body is an object, and no API response is an array.
  return answer.body as Record<string, unknown>;
}

/** Matches a time as every response formats it: in UTC, with milliseconds. */
export const anInstant: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Matches an id of a kind: its prefix followed by 26 characters. */
export const anId = (prefix: string): unknown =>
  expect.stringMatching(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`));
