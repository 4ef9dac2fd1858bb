import {
  insufficientScope,
  methodNotAllowed,
  notFound,
  unauthenticated,
  unknownPath,
} from "@assay/contract/platform/refusals";
import { openApiDocuments } from "@assay/contract/openapi";
import { expect } from "vitest";
import { absent, newProject } from "../harness/arrange.ts";
import { expectBody, expectFaults, expectRefusal } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

/** A well-formed key with a correct checksum that does not exist. */
const unknownKey = "assay_live_0123456789ABCDEFGHIJKLMNOPQRSTUVK95hy5";

/** Scenarios for authentication and the routing of requests. */
export const protocolScenarios = [
  scenario(
    "listProjects",
    401,
    "refuses a request without a key, and states how to send one",
    async ({ request }) => {
      const answer = await request("GET", "/v1/projects", { key: null });
      expectRefusal(answer, unauthenticated("missing"));
      expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="assay"');
    },
  ),
  scenario("listProjects", 401, "refuses an Authorization header without a key", async ({ request, key }) => {
    for (const authorization of ["Basic YTpi", key, "Bearer", `Token ${key}`, `Bearer ${key} ${key}`]) {
      const answer = await request("GET", "/v1/projects", { key: null, headers: { authorization } });
      expectRefusal(answer, unauthenticated("malformed"));
    }
  }),
  scenario(
    "listProjects",
    401,
    "refuses unknown and mistyped keys with the same message",
    async ({ request, key }) => {
      for (const wrong of [unknownKey, `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`, "sk-123"]) {
        expectRefusal(await request("GET", "/v1/projects", { key: wrong }), unauthenticated("unknown"));
      }
    },
  ),
  scenario(
    "listProjects",
    200,
    "accepts the scheme in any case, and spaces before the key",
    async ({ request, key }) => {
      const headers = { authorization: `bearer   ${key}` };
      expectBody(await request("GET", "/v1/projects", { key: null, headers }), 200);
    },
  ),
  scenario("createProject", 401, "does not report faults of a body without a key", async ({ request }) => {
    const answer = await request("POST", "/v1/projects", { key: null, body: "{" });
    expectRefusal(answer, unauthenticated("missing"));
  }),
  scenario(
    "createProject",
    403,
    "does not report faults of a body without the scope",
    async ({ newKey, request }) => {
      const key = await newKey({ scopes: ["models:read"] });
      expectRefusal(
        await request("POST", "/v1/projects", { key, body: "{" }),
        insufficientScope("projects:write"),
      );
      expectRefusal(
        await request("GET", "/v1/projects?limit=0", { key }),
        insufficientScope("projects:read"),
      );
    },
  ),
  scenario(null, 200, "serves both OpenAPI documents without a key", async ({ request }) => {
    const documents = openApiDocuments();
    for (const [name, document] of Object.entries(documents)) {
      const answer = await request("GET", `/openapi/${name}.json`, { key: null });
      expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)));
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
      const head = await request("HEAD", `/openapi/${name}.json/`, { key: null });
      expect([head.status, head.body]).toEqual([200, ""]);
    }
  }),
  scenario(null, 405, "refuses writes to the documents", async ({ request }) => {
    const answer = await request("POST", "/openapi/evaluation.json", { body: {} });
    expectRefusal(answer, methodNotAllowed("POST", ["GET", "HEAD"]));
    const unknown = await request("GET", "/openapi/everything.json");
    expectRefusal(unknown, unknownPath("GET", "/openapi/everything.json"));
  }),
  scenario(null, 404, "names an unknown path, with or without a key", async ({ request }) => {
    expectRefusal(await request("GET", "/v1/nothing", { key: null }), unknownPath("GET", "/v1/nothing"));
    expectRefusal(
      await request("POST", "/v1/Projects?a=1", { body: {} }),
      unknownPath("POST", "/v1/Projects"),
    );
    expectRefusal(await request("DELETE", "/"), unknownPath("DELETE", "/"));
  }),
  scenario("createProject", 405, "lists the methods of a path", async ({ request }) => {
    const answer = await request("PUT", "/v1/projects", { body: {} });
    expectRefusal(answer, methodNotAllowed("PUT", ["GET", "HEAD", "POST"]));
    expect(answer.headers.get("allow")).toBe("GET, HEAD, POST");
    const path = `/v1/datasets/${absent.dataset}`;
    expectRefusal(
      await request("POST", path, { key: null }),
      methodNotAllowed("POST", ["DELETE", "GET", "HEAD", "PATCH"]),
    );
    const options = await request("OPTIONS", "/v1/projects", { key: null });
    expectRefusal(options, methodNotAllowed("OPTIONS", ["GET", "HEAD", "POST"]));
    const cancel = `/v1/evaluations/${absent.evaluation}/cancel`;
    expectRefusal(await request("GET", cancel), methodNotAllowed("GET", ["POST"]));
    // This path has its own route, and it also matches the path of a single evaluation, with `compare` as the
    // id.
    const compare = await request("PATCH", "/v1/evaluations/compare");
    expectRefusal(compare, methodNotAllowed("PATCH", ["GET", "HEAD", "POST"]));
  }),
  scenario("listProjects", 200, "responds to HEAD as to GET, without the body", async ({ request }) => {
    const answer = await request("HEAD", "/v1/projects");
    expect(answer.status).toBe(200);
    expect(answer.body).toBe("");
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  }),
  scenario("listProjects", 200, "accepts a slash at the end of a path", async ({ request }) => {
    expectBody(await request("GET", "/v1/projects/"), 200);
  }),
  scenario("getProject", 400, "refuses a path with an invalid %-encoding", async ({ request }) => {
    for (const path of ["/v1/projects/%E0%A4%A", "/v1/projects/%zz"]) {
      expectFaults(await request("GET", path), [
        "path",
        "invalid_format",
        "The path has an invalid %-encoding; it must be valid UTF-8.",
      ]);
    }
  }),
  scenario(
    "getProject",
    404,
    "treats an encoded path as an id, never as another route",
    async ({ request }) => {
      const id = "../evaluations/x?y#z";
      expectRefusal(await request("GET", `/v1/projects/${encodeURIComponent(id)}`), notFound("project", id));
    },
  ),
  scenario("getProject", 400, "refuses an id of more than 200 characters", async ({ request }) => {
    const message = `id is "${"x".repeat(98)}…; it must have at most 200 characters.`;
    expectFaults(await request("GET", `/v1/projects/${"x".repeat(201)}`), ["path/id", "too_big", message]);
  }),
  scenario(
    "listProjects",
    200,
    "returns the caller's request id, or a generated one",
    async ({ request }) => {
      const own = await request("GET", "/v1/projects", {
        headers: { "x-request-id": "trace-7/é".replace("é", "e") },
      });
      expect(own.headers.get("x-request-id")).toBe("trace-7/e");
      for (const insane of ["two words", "x".repeat(129), ""]) {
        const answer = await request("GET", "/v1/projects", { headers: { "x-request-id": insane } });
        expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
      }
    },
  ),
  scenario("getProject", 404, "repeats the request id in the problem document", async ({ request }) => {
    const path = `/v1/projects/${absent.project}`;
    const answer = await request("GET", path, { headers: { "x-request-id": "trace-8" } });
    expect(answer.body).toMatchObject({ request_id: "trace-8" });
  }),
  scenario(
    "listProjects",
    200,
    "returns the remaining requests of the key's rate limit",
    async ({ request }) => {
      const remaining = async (path: string): Promise<number> => {
        const { headers } = await request("GET", path);
        expect(headers.get("ratelimit-policy")).toBe('"key";q=6000;w=60, "workspace";q=30000;w=60');
        const [, left = "", seconds = ""] =
          /^"key";r=(\d+);t=(\d+)$/.exec(headers.get("ratelimit") ?? "") ?? [];
        expect(Number(seconds)).toBeGreaterThanOrEqual(1);
        expect(Number(seconds)).toBeLessThanOrEqual(60);
        return Number(left);
      };
      const first = await remaining("/v1/projects");
      // A new minute may start between the two requests.
      expect([first - 1, 5999]).toContain(await remaining("/v1/projects?limit=0"));
    },
  ),
  scenario("listProjects", 200, "forbids caching and embedding of responses", async ({ request }) => {
    const { headers } = await request("GET", "/v1/projects");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'");
  }),
  scenario("listProjects", 400, "refuses duplicate and unknown parameters", async ({ request }) => {
    expectFaults(
      await request("GET", "/v1/projects?limit=1&limit=2&order=asc"),
      ["query/limit", "invalid_type", 'limit is ["1","2"]; it must be an integer.'],
      [
        "query/order",
        "unknown_field",
        "order is not a parameter that this query accepts; accepted: limit, after.",
      ],
    );
  }),
  scenario("getProject", 200, "reads a preceding write immediately", async (context) => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) => newProject(context, `P${index}`)),
    );
    const read = await Promise.all(made.map(({ id }) => context.assay.projects.get(id)));
    expect(read).toEqual(made);
  }),
];
