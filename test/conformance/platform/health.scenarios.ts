import { methodNotAllowed } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { expectBody, expectRefusal } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

export const healthScenarios = [
  scenario("getHealth", 200, "reports that the process is alive, without a key", async ({ request }) => {
    const answer = await request("GET", "/healthz", { key: null });
    expect(expectBody(answer, 200)).toEqual({ status: "ok" });
  }),
  scenario("getHealth", 405, "refuses writes", async ({ request }) => {
    const answer = await request("POST", "/healthz", { key: null });
    expectRefusal(answer, methodNotAllowed("POST", ["GET", "HEAD"]));
  }),
  scenario("getReadiness", 200, "reports that requests can be served, without a key", async ({ request }) => {
    const body = expectBody(await request("GET", "/readyz", { key: null }), 200);
    expect(body["status"]).toBe("ready");
    expect(body["database"]).toMatch(/^(embedded|postgres)$/);
  }),
  scenario("getReadiness", 405, "refuses DELETE", async ({ request }) => {
    const answer = await request("DELETE", "/readyz", { key: null });
    expectRefusal(answer, methodNotAllowed("DELETE", ["GET", "HEAD"]));
  }),
];
