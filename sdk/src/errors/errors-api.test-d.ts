import { expectTypeOf, test } from "vitest";
import { ConflictError, InternalServerError, NotFoundError, type ApiError } from "./errors-api.ts";
import type { AssayError, ConnectionError, TimeoutError } from "./errors.ts";

// If the classes were structurally equal, the type after an instanceof check would be never.
const narrow = (error: ApiError): void => {
  if (error instanceof NotFoundError) expectTypeOf(error.status).toEqualTypeOf<404>();
  else if (error instanceof ConflictError) expectTypeOf(error.status).toEqualTypeOf<409>();
  else if (error instanceof InternalServerError)
    expectTypeOf(error.name).toEqualTypeOf<"InternalServerError">();
  else expectTypeOf(error).toEqualTypeOf<ApiError>();
};

test("a false instanceof does not exclude the other classes", () => {
  expectTypeOf(narrow).returns.toBeVoid();
});

test("TimeoutError is a ConnectionError, but not the reverse", () => {
  expectTypeOf<TimeoutError>().toExtend<ConnectionError>();
  expectTypeOf<ConnectionError>().not.toExtend<TimeoutError>();
  expectTypeOf<AssayError>().not.toExtend<ApiError>();
});
