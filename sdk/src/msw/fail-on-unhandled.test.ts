import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createMockAssay, failOnUnhandled } from "./index.ts";

const mock = createMockAssay();
const server = setupServer(...mock.handlers);
beforeAll(() => server.listen(failOnUnhandled));
afterAll(() => server.close());

test("a request that no handler answers fails, and requests to the mock do not", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await expect(fetch("http://other.example/")).rejects.toThrow('using the "error" strategy');
  expect((await fetch(`${mock.baseUrl}/v1/projects`)).status).toBe(401);
  vi.restoreAllMocks();
});

test("the options contain the names of MSW 2 and MSW 3", () => {
  expect(failOnUnhandled).toEqual({ onUnhandledRequest: "error", onUnhandledFrame: "error" });
});
