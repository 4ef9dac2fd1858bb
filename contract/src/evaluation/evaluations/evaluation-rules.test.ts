import { describe, expect, test } from "vitest";
import { ApiError } from "../../platform/errors.ts";
import {
  checkEvaluators,
  evaluationManifest,
  resolveEvaluators,
  storedSetsNamed,
  weighEvaluators,
} from "./evaluation-rules.ts";
import { keyEvaluators } from "../evaluators/keyed-evaluators.ts";
import { evaluatorInput, type EvaluatorInput } from "../evaluators/evaluators.ts";

const sent = (...evaluators: object[]): EvaluatorInput[] =>
  evaluators.map((each) => evaluatorInput.parse(each));

const keyed = (evaluators: EvaluatorInput[]) =>
  keyEvaluators(evaluators, resolveEvaluators(evaluators, [], "skip"));

function faultsOf(evaluators: EvaluatorInput[]): string[] {
  try {
    checkEvaluators(evaluators);
  } catch (error) {
    if (error instanceof ApiError) return error.errors.map(({ path }) => path);
  }
  return [];
}

const manifest = (...evaluators: object[]) =>
  evaluationManifest({
    dataset: "ds_1",
    datasetVersion: 2,
    model: null,
    runs: 1,
    evaluators: keyed(sent(...evaluators)),
  });

describe("the evaluators of a new evaluation", () => {
  test("are returned as sent, with the default weight of 1, and without null members", () => {
    const evaluators = sent(
      { type: "triage_accuracy", name: null, config: { levels: null, require_expected: false } },
      { type: "triage_accuracy", name: "second", weight: 0 },
    );
    expect(weighEvaluators(evaluators)).toStrictEqual([
      { type: "triage_accuracy", config: { require_expected: false }, weight: 1 },
      { type: "triage_accuracy", name: "second", weight: 0 },
    ]);
  });

  test("have their name as key, or their type if they have no name", () => {
    const evaluators = sent(
      { type: "triage_accuracy" },
      { type: "triage_accuracy", name: "second", weight: 3 },
    );
    expect(keyed(evaluators).map(({ key, weight }) => [key, weight])).toEqual([
      ["triage_accuracy", 1],
      ["second", 3],
    ]);
  });

  test("are refused with all faults if a key is missing or is a type, and if all weights are 0", () => {
    const evaluators = sent(
      { type: "triage_accuracy", weight: 0 },
      { type: "triage_accuracy", weight: 0 },
      { type: "triage_accuracy", name: "custom", weight: 0 },
    );
    expect(faultsOf(evaluators)).toEqual(["/evaluators/1/name", "/evaluators/2/name", "/evaluators"]);
    expect(
      faultsOf(sent({ type: "triage_accuracy", weight: 0 }, { type: "triage_accuracy", name: "b" })),
    ).toEqual([]);
  });
});

describe("the settings of a new evaluation's evaluators", () => {
  const set = { name: "line", questions: [], required_actions: [], forbidden_actions: ["a"] };
  const compliance = (config?: object) => ({ type: "guideline_compliance", config });

  test("name each required stored guideline set once, and no built-in sets", () => {
    const evaluators = sent(
      compliance(),
      { ...compliance({ guideline_set: "general_triage" }), name: "b" },
      { ...compliance({ guideline_set: "line" }), name: "c" },
      { ...compliance({ guideline_set: "line" }), name: "d" },
    );
    expect(storedSetsNamed(evaluators)).toEqual(["line"]);
  });

  test("are resolved: they contain defaults, the catalog names of protocols, and the guideline set itself", () => {
    const evaluators = sent(
      { type: "red_flag_detection", config: { protocols: ["TIA", "Chest Pain", "stroke"] } },
      { type: "symptom_extraction" },
      compliance({ guideline_set: "line", scoring_mode: "strict" }),
    );
    expect(resolveEvaluators(evaluators, [set], "skip")).toEqual([
      {
        type: "red_flag_detection",
        config: { protocols: ["chest_pain", "stroke"], require_escalation: true, min_confidence: 0.5 },
      },
      {
        type: "symptom_extraction",
        config: { taxonomy: "free_text", require_negation_handling: true, min_recall: 0.8 },
      },
      { type: "guideline_compliance", config: { guideline_set: set, scoring_mode: "strict" } },
    ]);
  });

  test("are refused with all faults if they contain unknown names", () => {
    const evaluators = sent(
      { type: "red_flag_detection", config: { protocols: ["gout", "stroke", "croup"] } },
      compliance({ guideline_set: "lines" }),
    );
    const refused = (): string[] => {
      try {
        resolveEvaluators(evaluators, [set], "skip");
      } catch (error) {
        if (error instanceof ApiError) return [error.code, ...error.errors.map(({ path }) => path)];
      }
      return [];
    };
    expect(refused()).toEqual([
      "reference_not_found",
      "/evaluators/0/config/protocols/0",
      "/evaluators/0/config/protocols/2",
      "/evaluators/1/config/guideline_set",
    ]);
  });
});

describe("the manifest of an evaluation", () => {
  test("contains every setting with its default, in the canonical form", () => {
    // RFC 8785 sorts members by name and omits white space.
    expect(manifest({ type: "triage_accuracy" })).toBe(
      '{"dataset":"ds_1","dataset_version":2,"evaluators":[{"config":{"levels":["emergent","urgent","semi_urgent",' +
        '"routine"],"require_expected":true,"severity_weights":{"over_triage":1,"under_triage":2}},' +
        '"key":"triage_accuracy","type":"triage_accuracy","weight":1}],"model":null}',
    );
  });

  test("is the same for an explicit and an implicit default, and differs for another setting", () => {
    const config = { severity_weights: { over_triage: 1, under_triage: 2 } };
    expect(manifest({ type: "triage_accuracy", config, weight: 1 })).toBe(
      manifest({ type: "triage_accuracy" }),
    );
    expect(manifest({ type: "triage_accuracy", config: { require_expected: false } })).not.toBe(
      manifest({ type: "triage_accuracy" }),
    );
  });
});
