import { controlPlaneApi, evaluationApi, routesOf } from "@assay/contract/openapi/apis";
import { problem } from "@assay/contract/platform/problem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/support/server.ts";

/** Paths of one API that the other API does not have; the health probes belong to every server. */
const paths = {
  evaluation: routesOf(evaluationApi),
  control: routesOf(controlPlaneApi).filter(({ metadata }) => metadata.tag !== "Health"),
};

const names = { evaluation: "evaluation", control: "control plane" };
const documents = { evaluation: "evaluation", control: "control-plane" };

describe.each([
  ["evaluation", "control"],
  ["control", "evaluation"],
] as const)("a server with ASSAY_ENABLE=%s", (enabled, other) => {
  let server: TestServer;
  let apiKey: string;
  beforeAll(async () => {
    server = await startTestServer("embedded", { ASSAY_ENABLE: enabled });
    apiKey = await server.newWorkspace();
  });
  afterAll(() => server.close());

  const send = (method: string, path: string): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(method !== "GET" && { body: "{}" }),
    });

  test(`responds to every route of the ${names[other]} API with 404 and names ASSAY_ENABLE`, async () => {
    for (const { method, path } of paths[other]) {
      const response = await send(method, path.replaceAll(/:\w+/g, "x"));
      expect(response.status, `${method} ${path}`).toBe(404);
      const { code, detail } = problem.parse(await response.json());
      expect(code).toBe("not_found");
      expect(detail).toContain(`belongs to the ${names[other]} API`);
      expect(detail).toContain("ASSAY_ENABLE");
    }
  });

  test("serves its own routes and the health probes", async () => {
    const own = { evaluation: "/v1/projects", control: "/api/agents" };
    expect((await send("GET", own[enabled])).status).toBe(200);
    expect((await send("GET", "/healthz")).status).toBe(200);
    expect((await send("GET", "/readyz")).status).toBe(200);
  });

  test("serves its own OpenAPI document and shows only it in the reference", async () => {
    expect((await send("GET", `/openapi/${documents[enabled]}.json`)).status).toBe(200);
    expect((await send("GET", `/openapi/${documents[other]}.json`)).status).toBe(404);
    const start = await (await send("GET", "/docs/start.js")).text();
    expect(start).toContain(`/openapi/${documents[enabled]}.json`);
    expect(start).not.toContain(`/openapi/${documents[other]}.json`);
  });
});
