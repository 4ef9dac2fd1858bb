import { jsonRefused } from "@assay/contract/platform/refusals";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import { expect } from "vitest";
import { newDataset } from "../harness/arrange.ts";
import { expectBody, expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const notStorable = (path: string, message: string) =>
  jsonRefused({ code: "validation_failed", path, message });
const range = "an integer must be from -9007199254740991 to 9007199254740991, or be sent as a string";

/** Scenarios for valid strings and numbers, and for how they are returned. */
export const protocolValueScenarios = [
  engineScenario("createModel", 201, "returns any text unchanged", async ({ request }) => {
    const texts = [
      "\u0001\u001F\u007F\u0085\u00A0",
      "\uFEFF\u200B\u202E\u2066",
      "﷽ 👩‍👩‍👧‍👦 ﷺ e\u0301",
      "'; drop table projects; --",
      "${jndi:ldap://x} {{7*7}} %s %00",
      '</script>\\"\\u0000',
      "constructor",
      " \t\n\r ",
      "\u{10FFFF}",
    ];
    for (const [index, text] of texts.entries()) {
      const model = { name: text, version: String(index), metadata: { [text]: text, list: [text] } };
      const stored = expectBody(await request("POST", "/v1/models", { body: model }), 201);
      expect(stored).toMatchObject(model);
      expect(expectBody(await request("GET", `/v1/models/${String(stored["id"])}`), 200)).toEqual(stored);
      const found = await request("GET", `/v1/models?name=${encodeURIComponent(text)}`);
      expect(expectBody(found, 200)["data"]).toEqual([stored]);
    }
  }),
  engineScenario("createModel", 201, "returns numbers unchanged, also in metadata", async ({ request }) => {
    const numbers = [
      0, 0.1, -1.5, 1e-7, 1e21, 5e-324, 1.7976931348623157e308, 9007199254740991, -9007199254740991,
    ];
    const body = { name: "numbers", version: "1", metadata: { numbers } };
    expect(expectBody(await request("POST", "/v1/models", { body }), 201)).toMatchObject({
      metadata: { numbers },
    });
    expect(expectBody(await request("POST", "/v1/models", { body }), 200)).toMatchObject({
      metadata: { numbers },
    });
  }),
  scenario(
    "createModel",
    400,
    "refuses an integer that a double cannot represent, instead of rounding it",
    async ({ request }) => {
      const send = (number: string) =>
        request("POST", "/v1/models", { body: `{"name":"m","version":"1","metadata":{"n":${number}}}` });
      for (const number of ["9007199254740992", "-9007199254740993", "12345678901234567890"]) {
        expectRefusal(await send(number), notStorable("/metadata/n", `n is ${number}; ${range}.`));
      }
      const max = Number.MAX_VALUE;
      expectRefusal(
        await send("1e400"),
        notStorable("/metadata/n", `n is 1e400; a number must be from ${-max} to ${max}.`),
      );
    },
  ),
  scenario(
    "createProject",
    400,
    "refuses U+0000 and lone surrogates, in texts and in names",
    async ({ request }) => {
      const send = (body: string) => request("POST", "/v1/projects", { body });
      expectRefusal(
        await send('{"name":"a\\u0000b"}'),
        notStorable("/name", "name contains U+0000, which cannot be stored."),
      );
      const half = "contains half of a surrogate pair, which cannot be stored";
      expectRefusal(await send('{"name":"\\ud83d"}'), notStorable("/name", `name ${half}.`));
      expectRefusal(await send('{"name":"a","x":["\\udc00"]}'), notStorable("/x/0", `x[0] ${half}.`));
      expectRefusal(
        await send('{"name":"a","\\u0000":1}'),
        notStorable("", "A key of the value contains U+0000, which cannot be stored."),
      );
    },
  ),
  scenario("createSamples", 400, "refuses JSON of more than 64 levels", async (context) => {
    const { id } = await newDataset(context);
    const send = (levels: number) => {
      // Three levels surround the input: the body, the list of samples, and the sample.
      const input = "[".repeat(levels - 3) + "]".repeat(levels - 3);
      return context.request("POST", `/v1/datasets/${id}/samples`, {
        body: `{"samples":[{"input":${input}}]}`,
      });
    };
    expectBody(await send(64), 201);
    const position = "line 1, column 83";
    expectRefusal(
      await send(65),
      notStorable("", `The JSON is nested too deep at ${position}; it must have at most 64 levels.`),
    );
  }),
  engineScenario(
    "createSamples",
    201,
    "stores a member of the input that is named __proto__ like any other",
    async (context) => {
      const { id } = await newDataset(context);
      const path = `/v1/datasets/${id}/samples`;
      const raw = '{"__proto__":{"a":1},"constructor":null}';
      const created = expectBody(
        await context.request("POST", path, { body: `{"samples":[{"input":${raw}}]}` }),
        201,
      );
      const stored = expectBody(await context.request("GET", path), 200);
      for (const { data } of [created, stored]) expect(JSON.stringify(data)).toContain(`"input":${raw}`);
    },
  ),
  scenario("createProject", 400, "treats a member named __proto__ as unknown", async ({ request }) => {
    const answer = await request("POST", "/v1/projects", { body: '{"name":"a","__proto__":{"name":"b"}}' });
    const message = "__proto__ is not a field that this object accepts; accepted: name, description.";
    expectRefusal(answer, validationFailed([{ path: "/__proto__", code: "unknown_field", message }]));
  }),
  scenario("createModel", 201, "counts characters, not bytes, in a name", async ({ request }) => {
    const name = "é".repeat(200);
    expect(
      expectBody(await request("POST", "/v1/models", { body: { name, version: "1" } }), 201),
    ).toMatchObject({ name });
  }),
  scenario(
    "listModels",
    200,
    "reads + as a space and %2B as a plus in a query",
    async ({ assay, request }) => {
      await assay.models.create({ name: "a b", version: "1" });
      await assay.models.create({ name: "a+b", version: "1" });
      const names = async (query: string) => {
        const { data } = expectBody(await request("GET", `/v1/models?name=${query}`), 200);
        return Array.isArray(data) ? data.map((model) => String(Object(model)["name"])) : [];
      };
      expect(await names("a+b")).toEqual(["a b"]);
      expect(await names("a%20b")).toEqual(["a b"]);
      expect(await names("a%2Bb")).toEqual(["a+b"]);
    },
  ),
];
