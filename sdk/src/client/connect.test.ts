// Tests a standalone resource on a web page that cannot load the resource's second file.
import { expect, test, vi } from "vitest";
import { createEvaluations } from "../generated/resources/evaluations.ts";

vi.mock("../extras/standalone/standalone-lazy-methods.ts", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

test("a call on a broken connection fails with its error, not with that of the missing file", async () => {
  const offline = new TypeError("Failed to fetch");
  const fetch = vi.fn(async () => Promise.reject(offline));
  await expect(createEvaluations({ apiKey: "k", fetch }).get("eval_1")).rejects.toBe(offline);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a refused call reports the missing file", async () => {
  const fetch = async (): Promise<Response> => new Response("Down", { status: 503 });
  await expect(createEvaluations({ apiKey: "k", fetch }).get("eval_1")).rejects.toThrow();
});

test("a successful call loads no second file", async () => {
  const fetch = async (): Promise<Response> => Response.json({ id: "eval_1" });
  expect(await createEvaluations({ apiKey: "k", fetch }).get("eval_1")).toEqual({ id: "eval_1" });
});
