import { expectTypeOf, test } from "vitest";
import { ConflictError, InternalServerError, NotFoundError, type ApiError } from "./errors-api.ts";
import type { AssayError, ConnectionError, TimeoutError } from "./errors.ts";

// Classes of one shape would turn what remains after an instanceof into never.
const narrow = (error: ApiError): void => {
  if (error instanceof NotFoundError) expectTypeOf(error.status).toEqualTypeOf<404>();
  else if (error instanceof ConflictError) expectTypeOf(error.status).toEqualTypeOf<409>();
  else if (error instanceof InternalServerError)
    expectTypeOf(error.name).toEqualTypeOf<"InternalServerError">();
  else expectTypeOf(error).toEqualTypeOf<ApiError>();
};

test("instanceof leaves the other classes open where it does not hold", () => {
  expectTypeOf(narrow).returns.toBeVoid();
});

test("a time limit that ran out is a kind of missing connection, and not every missing connection is one", () => {
  expectTypeOf<TimeoutError>().toExtend<ConnectionError>();
  expectTypeOf<ConnectionError>().not.toExtend<TimeoutError>();
  expectTypeOf<AssayError>().not.toExtend<ApiError>();
});
