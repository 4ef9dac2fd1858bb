import type { CreateEvaluation, CreateSamples } from "@assay/sdk";
import { expect } from "vitest";
import { all, evaluated, filledDataset, nightly } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectFaults } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

type Evaluators = CreateEvaluation["evaluators"];
type Sample = CreateSamples["samples"][number];

const sample = (expected: unknown, output: unknown, index = 0): Sample => ({
  external_id: `call-${index}`,
  input: index,
  expected,
  output,
});

/** Evaluates samples. @returns the evaluation with its results and their rows. */
async function evaluate(context: Context, samples: Sample[], evaluators: Evaluators) {
  const { dataset } = await filledDataset(context, samples);
  const evaluation = await evaluated(context, dataset, { evaluators, fail_on_error: 1 });
  return { ...evaluation, rows: await all(context.assay.evaluations.results(evaluation.id)) };
}

const triage = (config: object) => [{ type: "triage_accuracy" as const, config }];
const pairs = (...given: [expected: unknown, output: unknown][]) =>
  given.map(([expected, output], index) => sample(expected, output, index));

/** Scenarios for the names and paths by which evaluators read outputs and expected answers. */
export const answerReadingScenarios = [
  scenario("createEvaluation", 201, "finds levels by number, folded name and alias", async (context) => {
    const levels = [1, "Urgent", "semi_urgent", "đau ngực", "10-20"];
    const { rows, evaluators } = await evaluate(
      context,
      pairs(
        [{ triage_level: 1 }, { triage_level: " 1.0 " }],
        [1, "１"],
        ["Urgent", "urgent"],
        ["semi_urgent", "semi‑urgent"],
        ["semi_urgent", "SEMI_URGENT "],
        ["Urgent", "ESI 2"],
        ["đau ngực".normalize("NFC"), "đau ngực".normalize("NFD")],
        [1, "-1"],
        ["10-20", "1020"],
      ),
      triage({ levels, aliases: { urgent: ["ESI 2"] } }),
    );
    expect(rows.map(({ passed }) => passed)).toEqual([...Array<boolean>(7).fill(true), false, false]);
    expect(evaluators).toMatchObject([{ config: { levels, aliases: { urgent: ["ESI 2"] } } }]);
  }),
  scenario("createEvaluation", 201, "reads a level at a path as it reads a bare level", async (context) => {
    const paths = { output_path: "/result/level", expected_path: "/gold/0" };
    const { results, rows, manifest_hash } = await evaluate(
      context,
      pairs(
        ["urgent", "Urgent"],
        ["urgent", { result: { level: "Urgent" } }],
        [{ gold: ["urgent"] }, { result: { level: "urgent" } }],
        ["urgent", { triage_level: "urgent" }],
      ),
      triage(paths),
    );
    expect(rows.map(({ score, flag_reason }) => flag_reason ?? score)).toEqual([100, 100, 100, "no_answer"]);
    expect(results?.triage).toMatchObject({ total: 4, no_answer: 1 });
    const other = await evaluate(context, pairs(["urgent", "urgent"]), triage({ ...paths, output_path: "" }));
    expect(other.manifest_hash).not.toBe(manifest_hash);
  }),
  scenario("getEvaluation", 200, "lists the values that are not a level, with counts", async (context) => {
    const unlike = Array.from({ length: 21 }, (_, index) => ["routine", `color ${index + 10}`] as const);
    const { id } = await evaluate(
      context,
      pairs(
        ["urgent", "blue"],
        ["urgent", "blue"],
        ["urgent", "blue"],
        ["urgent", "Blue?"],
        ["urgent", "Blue?"],
        ["purple", "urgent"],
        ["purple", null],
        ["x".repeat(200), "urgent"],
        [null, "urgent"],
        ...unlike.map(([expected, output]): [unknown, unknown] => [expected, output]),
      ),
      triage({}),
    );
    const { results } = await context.assay.evaluations.get(id);
    expect(results?.triage).toMatchObject({
      invalid_level: 26,
      invalid_answers: [
        { value: "blue", expected: "urgent", count: 3 },
        { value: "Blue?", expected: "urgent", count: 2 },
        ...unlike.slice(0, 18).map(([expected, value]) => ({ value, expected, count: 1 })),
      ],
      invalid_answers_other: 3,
      unknown_expected: 4,
      invalid_expected: [
        { value: "purple", count: 2 },
        { value: `${"x".repeat(100)}…`, count: 1 },
      ],
      invalid_expected_other: 0,
    });
  }),
  scenario(
    "createEvaluation",
    201,
    "reads flags, symptoms and questions at paths under aliases",
    async (context) => {
      const output = {
        result: { red_flags: ["cold sweats at rest"], escalated: true },
        findings: [{ name: "SOB" }, { name: "fever", polarity: "negative" }],
        questions: ["since when"],
        actions: ["gave_safety_net_advice"],
      };
      const expected = {
        red_flags: ["sweating_with_pain"],
        symptoms: ["dyspnoea", { name: "fever", present: false }],
      };
      const { results } = await evaluate(
        context,
        [sample(expected, output)],
        [
          {
            type: "red_flag_detection",
            config: { output_path: "/result", aliases: { diaphoresis: ["cold sweats at rest"] } },
          },
          {
            type: "symptom_extraction",
            config: { output_path: "/findings", expected_path: "", aliases: { dyspnoea: ["sob"] } },
          },
          {
            type: "guideline_compliance",
            config: { output_path: "/questions", aliases: { onset: ["Since when"] } },
          },
        ],
      );
      expect(results?.by_evaluator).toMatchObject({
        red_flag_detection: 100,
        symptom_extraction: 100,
        guideline_compliance: 100 / 6,
      });
    },
  ),
  scenario("createEvaluation", 201, "scores findings of unreadable polarity 0", async (context) => {
    const expected = { symptoms: ["fever"] };
    const { rows } = await evaluate(
      context,
      pairs(
        [expected, { symptoms: [{ name: "fever", present: true, polarity: "positive", absent: false }] }],
        [expected, { symptoms: [{ name: "fever", present: true, negated: true }] }],
        [expected, { symptoms: [{ name: "fever", polarity: "maybe" }] }],
        [{ symptoms: [{ name: "fever", polarity: "maybe" }] }, { symptoms: [] }],
      ),
      [{ type: "symptom_extraction" }],
    );
    expect(rows.map(({ status, score, flag_reason }) => [status, flag_reason ?? score])).toEqual([
      ["scored", 100],
      ["scored", "invalid_output"],
      ["scored", "invalid_output"],
      ["errored", null],
    ]);
  }),
  scenario("createEvaluation", 400, "refuses ambiguous aliases and invalid paths", async (context) => {
    const { dataset } = await filledDataset(context);
    const refused = (type: string, config: object) =>
      context.request("POST", "/v1/evaluations", {
        body: { ...nightly(dataset), evaluators: [{ type, config }] },
      });
    const at = (place: string) => `/evaluators/0/config/${place}`;
    const folds = "(case, apostrophes, spaces, underscores and dashes are ignored).";
    expectFaults(await refused("triage_accuracy", { levels: ["a b", "a_b"] }), [
      at("levels/1"),
      "invalid_value",
      `levels[1] is "a_b"; it must differ from the earlier levels ${folds}`,
    ]);
    expectFaults(
      await refused("triage_accuracy", {
        levels: ["1", "2"],
        aliases: { "1": ["one", "2.0"], "2": ["ONE"], three: ["3"] },
      }),
      [at("aliases/three"), "invalid_value", `three is ["3"]; it must belong to one of the levels 1, 2.`],
      [at("aliases/1/1"), "invalid_value", `1[1] is "2.0"; it must not be a name of "2" too ${folds}`],
      [at("aliases/2/0"), "invalid_value", `2[0] is "ONE"; it must not be a name of "1" too ${folds}`],
    );
    expectFaults(await refused("red_flag_detection", { aliases: { "a b": ["x"], a_b: ["y"] } }), [
      at("aliases/a_b"),
      "invalid_value",
      `a_b is ["y"]; it must not have the same name as "a b" ${folds}`,
    ]);
    expectFaults(
      await refused("red_flag_detection", { aliases: { rigors: ["chills", " "] }, output_path: "result" }),
      [at("aliases/rigors/1"), "invalid_value", `rigors[1] is " "; it must contain more than white space.`],
      [
        at("output_path"),
        "invalid_value",
        'output_path is "result"; it must be a JSON Pointer (RFC 6901), such as /result/level.',
      ],
    );
    const proto: unknown = JSON.parse('{"__proto__":["a"]}');
    expectFaults(
      await refused("symptom_extraction", { aliases: proto, expected_path: "/a~2" }),
      [
        at("aliases"),
        "invalid_value",
        'aliases is {"__proto__":["a"]}; it must not have a member named __proto__.',
      ],
      [
        at("expected_path"),
        "invalid_value",
        'expected_path is "/a~2"; it must be a JSON Pointer (RFC 6901), such as /result/level.',
      ],
    );
  }),
];
