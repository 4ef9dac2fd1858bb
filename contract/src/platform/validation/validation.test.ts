import { describe, expect, test } from "vitest";
import * as z from "zod";
import { contract } from "../../openapi/apis.ts";
import { problem } from "../problem.ts";
import { faultsOf, messagesOf } from "./validation.fixture.ts";
import { fieldErrors, validationFailed } from "./validation.ts";

const fault = (path: string, line?: number) => ({
  path,
  code: "invalid_value",
  message: "It is odd.",
  ...(line && { line }),
});

const createEvaluation = contract.evaluations.create.body;
const complete = { name: "n", project: "p", dataset: "d", evaluators: [{ type: "triage_accuracy" }] };

describe("a fault of a body", () => {
  test("of a missing member names the member and states what is accepted", () => {
    expect(messagesOf(createEvaluation, { name: "n", project: "p", dataset: "d" })).toEqual([
      "/evaluators required: evaluators is required: it must be an array.",
    ]);
    expect(messagesOf(createEvaluation, undefined)).toEqual([
      " required: The body is required: it must be an object.",
    ]);
    expect(messagesOf(contract.samples.create.body, { samples: [{}] })).toEqual([
      "/samples/0/input required: input is required.",
    ]);
  });

  test("of type, value or size quotes the value and states what is accepted", () => {
    const evaluator = { type: "triage_accuracy", weight: "two", config: { levels: ["a", "a"] } };
    const body = {
      ...complete,
      name: "",
      project: 5,
      evaluators: [evaluator],
      run_async: "yes",
      fail_on_error: 2,
    };
    expect(messagesOf(createEvaluation, body)).toEqual([
      '/name too_small: name is ""; it must have at least 1 character.',
      "/project invalid_type: project is 5; it must be a string.",
      '/evaluators/0/config/levels/1 invalid_value: levels[1] is "a"; it must differ from the earlier levels (case, apostrophes, spaces, underscores and dashes are ignored).',
      '/evaluators/0/weight invalid_type: weight is "two"; it must be a number.',
      '/run_async invalid_type: run_async is "yes"; it must be true or false.',
      "/fail_on_error too_big: fail_on_error is 2; it must be at most 1.",
    ]);
    expect(messagesOf(createEvaluation, { ...complete, as_of: "yesterday" })).toEqual([
      '/as_of invalid_format: as_of is "yesterday"; it must be an ISO 8601 date and time with a time zone, such as 2026-03-02T09:30:00Z.',
    ]);
    expect(messagesOf(createEvaluation, "x")).toEqual([" invalid_type: The body must be an object."]);
    expect(messagesOf(contract.apiKeys.create.body, { name: "n" })).toEqual([
      " invalid_value: The body must have exactly one of scopes and preset.",
    ]);
  });

  test("of an unknown field has the path of the field and lists the known fields", () => {
    expect(messagesOf(contract.projects.create.body, { naem: "n", "a/b": 1, name: "n" })).toEqual([
      "/naem unknown_field: naem is not a field that this object accepts; accepted: name, description.",
      "/a~1b unknown_field: a/b is not a field that this object accepts; accepted: name, description.",
    ]);
    const nested = { type: "triage_accuracy", config: { severity_weights: { under: 1 } }, wieght: 1 };
    expect(
      messagesOf(createEvaluation, { ...complete, evaluators: [nested], sample_filter: { tag: 1 } }),
    ).toEqual([
      "/evaluators/0/config/severity_weights/under unknown_field: under is not a field that this object accepts; accepted: under_triage, over_triage.",
      "/evaluators/0/wieght unknown_field: wieght is not a field that this object accepts; accepted: type, name, config, weight.",
      "/sample_filter/tag unknown_field: tag is not a field that this object accepts; accepted: ids, external_ids, tags_any, split, metadata, limit, seed.",
    ]);
    const proto: unknown = JSON.parse('{"name":"n","__proto__":{"polluted":true}}');
    expect(faultsOf(contract.projects.create.body, proto)[0]?.path).toBe("/__proto__");
  });

  test("of a discriminated union lists the types; of a plain union, all types or the faults of the best match", () => {
    const shape = z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("a"), size: z.int() }),
      z.strictObject({ type: z.literal("b") }),
    ]);
    expect(messagesOf(z.array(shape), [{ type: "c" }, {}, { type: "a", size: 1.5, more: 1 }, 7])).toEqual([
      '/0/type invalid_value: type is "c"; it must be one of a, b.',
      "/1/type required: type is required: it must be one of a, b.",
      "/2/size invalid_type: size is 1.5; it must be an integer.",
      "/2/more unknown_field: more is not a field that this object accepts; accepted: type, size.",
      "/3 invalid_type: item [3] is 7; it must be an object.",
    ]);
    const plain = z.union([z.string().max(2), z.strictObject({ id: z.string().max(3) }), z.null()]);
    expect(messagesOf(z.object({ it: plain }), { it: true })).toEqual([
      "/it invalid_type: it is true; it must be a string, an object, or null.",
    ]);
    expect(messagesOf(z.object({ it: plain }), { it: { id: "long", x: 1 } })).toEqual([
      '/it/id too_big: id is "long"; it must have at most 3 characters.',
      "/it/x unknown_field: x is not a field that this object accepts; accepted: id.",
    ]);
  });

  test.each([
    [z.string().length(4), "abc", "must have exactly 4 characters"],
    [z.array(z.int()).min(2), [1], "must have at least 2 items"],
    [z.number().gt(5), 3, "must be more than 5"],
    [z.number().lt(5), 5, "must be less than 5"],
    [z.number().multipleOf(5), 3, "must be a multiple of 5"],
    [z.literal(true), false, "must be true"],
    [z.literal("x"), "y", 'must be "x"'],
    [z.url(), "y", "must be a URL"],
    [z.string().startsWith("https:"), "http:", 'must start with "https:"'],
    [z.string().regex(/^a+$/), "b", "must match /^a+$/"],
    [z.string().regex(/^a+$/, { error: "must consist of a" }), "b", "must consist of a"],
    [z.record(z.string(), z.int()), [], "must be an object"],
  ])("of %o states what is accepted", (schema, value, expectation) => {
    expect(faultsOf(z.object({ field: schema }), { field: value })[0]?.message).toBe(
      `field is ${JSON.stringify(value)}; it ${expectation}.`,
    );
  });

  test("of a key names the object and the key", () => {
    const metadata = z.record(z.string().max(3), z.unknown());
    expect(messagesOf(z.object({ metadata }), { metadata: { long: 1 } })).toEqual([
      '/metadata/long invalid_key: metadata has the key "long"; a key must have at most 3 characters.',
    ]);
  });

  test("never quotes the value of a secret field", () => {
    const config = z.strictObject({
      secret: z.string().min(20),
      apiKey: z.int(),
      Authorization: z.int(),
      note: z.string(),
    });
    const secrets = {
      secret: "s3cr3t",
      apiKey: "s3cr3t",
      Authorization: { password: "s3cr3t" },
      note: [{ db_password: "s3cr3t", name: "n" }],
      webhook_secret: "s3cr3t",
    };
    const faults = messagesOf(z.object({ config }), { config: secrets });
    expect(faults).toContain(
      "/config/secret too_small: secret must have at least 20 characters; the value is not shown.",
    );
    expect(faults).toContain(
      '/config/note invalid_type: note is [{"db_password":"(not shown)","name":"n"}]; it must be a string.',
    );
    expect(faults).toHaveLength(5);
    expect(faults.join()).not.toContain("s3cr3t");
  });

  test("quotes no text from a private body, not even member names", () => {
    const schema = z.object({
      a: z.int(),
      b: z.object({}),
      c: z.record(z.string().max(3), z.int()),
      d: z.string(),
    });
    const input = { a: "own-key", b: ["own-key"], c: { "own-key": 1, x: { deep: "own-key" } }, d: 5 };
    const { error } = schema.safeParse(input);
    const faults = fieldErrors(error?.issues ?? [], { input, where: "body", schema, isPrivate: true });
    expect(faults.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      "/a: a must be an integer; the value is not shown.",
      "/b: b must be an object; the value is not shown.",
      "/c: c has a key that is not accepted: a key must have at most 3 characters.",
      "/c/x: x must be an integer; the value is not shown.",
      "/d: d is 5; it must be a string.",
    ]);
  });

  test("is cut to the limits of a problem document, and never inside a character", () => {
    const key = "💥".repeat(5000);
    const faults = faultsOf(z.strictObject({ a: z.int() }), { a: "💥".repeat(5000), [key]: 1 });
    for (const each of faults) {
      expect(problem.shape.errors.unwrap().element.safeParse(each).success).toBe(true);
      expect(JSON.stringify(each)).not.toMatch(/\\ud/);
    }
    expect(faults[0]?.message.length).toBeLessThan(200);
  });

  test("of any standard schema has the message of the schema", () => {
    const issues = [{ message: "must be even", path: [{ key: "n" }] }];
    expect(fieldErrors(issues, { input: { n: 3 }, where: "body" })).toEqual([
      { path: "/n", code: "invalid_value", message: "n is 3; it must be even." },
    ]);
  });
});

describe("a refusal", () => {
  test("states the first fault and the number of others", () => {
    const refusal = validationFailed([fault("/a"), fault("/b"), fault("/c")]);
    expect([refusal.status, refusal.code, refusal.message]).toEqual([
      400,
      "validation_failed",
      "/a: It is odd. 2 more errors.",
    ]);
    expect(validationFailed([fault("")]).message).toBe("It is odd.");
    expect(validationFailed([fault("/a", 7)]).message).toBe("line 7: /a: It is odd.");
    expect(validationFailed([]).message).toBe("The request is not valid.");
  });

  test("lists at most 100 faults, even for a very large body", () => {
    const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]));
    const refusal = validationFailed(faultsOf(z.strictObject({}), body));
    expect(refusal.errors).toHaveLength(100);
    expect(refusal.message).toBe(
      "/k0: k0 is not a field that this object accepts. At least 999 more errors; the first 100 are listed.",
    );
    expect(problem.safeParse(refusal.toProblem("req_1")).success).toBe(true);
  });
});
