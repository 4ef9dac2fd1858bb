// A resource by itself on a page whose second file cannot be had.
import { expect, test, vi } from "vitest";
import { createEvaluations } from "../generated/resources/evaluations.ts";

vi.mock("../extras/standalone/standalone-lazy-methods.ts", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

test("a call that meets a broken connection fails with it, not with what it would have loaded", async () => {
  const offline = new TypeError("Failed to fetch");
  const fetch = vi.fn(async () => Promise.reject(offline));
  await expect(createEvaluations({ apiKey: "k", fetch }).get("eval_1")).rejects.toBe(offline);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a call that meets a refusal says that the file is missing", async () => {
  const fetch = async (): Promise<Response> => new Response("Down", { status: 503 });
  await expect(createEvaluations({ apiKey: "k", fetch }).get("eval_1")).rejects.toThrow();
});

test("a call that goes well needs no second file", async () => {
  const fetch = async (): Promise<Response> => Response.json({ id: "eval_1" });
  expect(await createEvaluations({ apiKey: "k", fetch }).get("eval_1")).toEqual({ id: "eval_1" });
});
