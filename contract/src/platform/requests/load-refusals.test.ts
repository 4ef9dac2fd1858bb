import { expect, test } from "vitest";
import { tooBusy } from "./load-refusals.ts";

test("a part of the server that is fully in use is refused with 503 and Retry-After", () => {
  expect(tooBusy("A database connection", 1)).toMatchObject({
    status: 503,
    code: "too_busy",
    message: "A database connection is temporarily unavailable. Retry after 1 second.",
    headers: { "Retry-After": "1" },
  });
});
