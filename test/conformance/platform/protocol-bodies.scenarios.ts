import { gzipSync } from "node:zlib";
import { limits } from "@assay/contract/platform/limits";
import {
  bodyNotGzip,
  malformedJson,
  payloadTooLarge,
  unsupportedEncoding,
  unsupportedMediaType,
} from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { expectBody, expectFaults, expectRefusal } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

/** Scenarios for request bodies. */
export const protocolBodyScenarios = [
  scenario("createProject", 400, "names the position of the JSON syntax error", async ({ request }) => {
    const cases = [
      [
        '{"name": "a",}',
        'Not valid JSON at line 1, column 14: found "}" where a key in double quotes was expected.',
      ],
      [
        "{\n  name: 'a'\n}",
        'Not valid JSON at line 2, column 3: found "name" where a key in double quotes or "}" was expected.',
      ],
      [
        '{"name":"a"} x',
        'Not valid JSON at line 1, column 14: found "x" where the end of the text was expected.',
      ],
      ['{"name":NaN}', 'Not valid JSON at line 1, column 9: found "NaN" where a value was expected.'],
    ] as const;
    for (const [body, message] of cases) {
      expectRefusal(await request("POST", "/v1/projects", { body }), malformedJson(message));
    }
  }),
  scenario("createProject", 400, "treats an empty body as an empty object", async ({ request }) => {
    const missing = ["/name", "required", "name is required: it must be a string."] as const;
    expectFaults(await request("POST", "/v1/projects"), [...missing]);
    expectFaults(await request("POST", "/v1/projects", { body: "" }), [...missing]);
    const headers = { "content-type": "application/json", "content-encoding": "gzip, gzip" };
    expectFaults(await request("POST", "/v1/projects", { body: "", headers }), [...missing]);
  }),
  scenario("createProject", 400, "refuses a body that is not UTF-8", async ({ request }) => {
    const latin1 = new Uint8Array([...new TextEncoder().encode('{"name":"caf'), 0xe9, 0x22, 0x7d]);
    const answer = await request("POST", "/v1/projects", { body: latin1 });
    expectRefusal(answer, malformedJson("The body is not valid UTF-8; JSON must be sent as UTF-8."));
  }),
  scenario("createProject", 201, "accepts a byte order mark and the charset UTF-8", async ({ request }) => {
    const headers = { "content-type": 'Application/JSON; charset="UTF-8"' };
    const answer = await request("POST", "/v1/projects", { body: '\uFEFF{"name":"é"}', headers });
    expect(expectBody(answer, 201)).toMatchObject({ name: "é" });
  }),
  scenario(
    "createProject",
    201,
    "accepts a body compressed as its Content-Encoding states",
    async ({ request }) => {
      const headers = { "content-encoding": "gzip" };
      const body = new Uint8Array(gzipSync('{"name":"small"}'));
      expect(expectBody(await request("POST", "/v1/projects", { body, headers }), 201)).toMatchObject({
        name: "small",
      });
      const answer = await request("POST", "/v1/projects", { body: '{"name":"a"}', headers });
      expectRefusal(answer, bodyNotGzip());
      const cut = await request("POST", "/v1/projects", { body: body.subarray(0, -1), headers });
      expectRefusal(cut, bodyNotGzip());
    },
  ),
  scenario("createProject", 415, "accepts no other compression than gzip", async ({ request }) => {
    for (const encoding of ["br", "deflate", "x-gzip", "gzip, gzip"]) {
      const headers = { "content-encoding": encoding };
      const answer = await request("POST", "/v1/projects", { body: '{"name":"a"}', headers });
      expectRefusal(answer, unsupportedEncoding(encoding));
      expect(answer.headers.get("accept-encoding")).toBe("gzip");
    }
  }),
  scenario("createProject", 413, "refuses a body that expands to more than 10 MiB", async ({ request }) => {
    const body = new Uint8Array(gzipSync(`{"name":"${"x".repeat(limits.jsonBodyBytes)}"}`));
    const answer = await request("POST", "/v1/projects", { body, headers: { "content-encoding": "gzip" } });
    expectRefusal(answer, payloadTooLarge(limits.jsonBodyBytes));
  }),
  scenario("createProject", 415, "accepts only JSON in UTF-8", async ({ request }) => {
    for (const type of [
      "text/plain;charset=UTF-8",
      "application/json; charset=latin1",
      "application/problem+json",
    ]) {
      const answer = await request("POST", "/v1/projects", {
        body: '{"name":"a"}',
        headers: { "content-type": type },
      });
      expectRefusal(answer, unsupportedMediaType(type, ["application/json"]));
    }
  }),
  scenario("createProject", 413, "refuses a body of more than 10 MiB", async ({ request }) => {
    const body = `{"name":"${"x".repeat(limits.jsonBodyBytes)}"}`;
    expectRefusal(await request("POST", "/v1/projects", { body }), payloadTooLarge(limits.jsonBodyBytes));
  }),
  scenario("createProject", 400, "lists at most 100 faults, and counts the others", async ({ request }) => {
    const fields = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`f${index}`, index]));
    const { status, body } = await request("POST", "/v1/projects", { body: { name: "a", ...fields } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      detail:
        "/f0: f0 is not a field that this object accepts; accepted: name, description. 149 more errors; the first 100 are listed.",
    });
    expect(Object(body)["errors"]).toHaveLength(100);
  }),
];
