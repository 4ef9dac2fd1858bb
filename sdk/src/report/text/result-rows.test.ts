import { expect, test } from "vitest";
import { evaluationOf, poorCounts, triageOf } from "../evaluation.fixture.ts";
import { confusionTable } from "./confusion-table.ts";
import { invalidAnswersTable, invalidExpectedTable } from "./invalid-levels-table.ts";
import { resultRows } from "./result-rows.ts";
import { safetySentence } from "./safety-sentence.ts";
import { distinctNames } from "./system-names.ts";

const labels = (counts?: Parameters<typeof evaluationOf>[1]) =>
  resultRows([evaluationOf("a", counts)]).map(({ label }) => label);

test("missed emergencies are the first row, before the mean score, and every share has its denominator", () => {
  const rows = resultRows([evaluationOf("a"), evaluationOf("b", poorCounts)]);
  expect(rows.slice(0, 4)).toEqual([
    { label: "emergent not caught", cells: ["1/20 = 5.0 % (≤ 21.6 %)", "9/20 = 45.0 % (≤ 65.3 %)"] },
    { label: "score (0-100)", cells: ["91.25 (n 40)", "91.25 (n 40)"] },
    { label: "passed %", cells: ["87.50 (n 40)", "87.50 (n 40)"] },
    { label: "recall emergent", cells: ["19/20 = 95.0 % [76.4, 99.1]", "11/20 = 55.0 % [34.2, 74.2]"] },
  ]);
});

test("evaluations with several runs show how much the runs differ, after the shares that passed", () => {
  const several = evaluationOf("a");
  const repeats = {
    runs: 5,
    flip_rate: { numerator: 1, denominator: 2, n_clusters: 2, effective_n: 2, rate: 0.5, ci95: null },
    pass_at: { "1": 0.4, "2": 0.7, "5": 1 },
    pass_all: { "1": 0.4, "2": 0.1, "5": 0 },
    sd_within: 12.5,
    sd_between: null,
  };
  if (several.results) several.results = { ...several.results, repeats };
  const rows = resultRows([{ ...several, runs: 5 }, evaluationOf("b")]);
  expect(rows.slice(3, 9)).toEqual([
    { label: "runs", cells: ["5", "1"] },
    { label: "runs disagree", cells: ["1/2 = 50.0 %", "–"] },
    { label: "one run passes %", cells: ["40.00", "–"] },
    { label: "all runs pass %", cells: ["0.00", "–"] },
    { label: "SD within samples", cells: ["12.50", "–"] },
    { label: "SD between samples", cells: ["–", "–"] },
  ]);
});

test("a scale of two levels has missed and false answers, and no triage terms", () => {
  const found = labels({ yes: { yes: 8, no: 2 }, no: { no: 27, yes: 3 } });
  expect(found.slice(0, 7)).toEqual([
    "missed yes",
    "score (0-100)",
    "passed %",
    "sensitivity (recall yes)",
    "specificity (recall no)",
    "exact",
    "false yes",
  ]);
  expect(found.join()).not.toMatch(/triage/);
});

test("an evaluation without the other's evaluator has dashes", () => {
  const [first] = resultRows([evaluationOf("a"), { ...evaluationOf("b"), results: undefined }]);
  expect(first?.cells).toEqual(["1/20 = 5.0 % (≤ 21.6 %)", "–"]);
});

test("the confusion matrix has the levels, and only those other responses that occur", () => {
  const triage = evaluationOf("b", poorCounts).results?.triage;
  expect(triage && confusionTable(triage)).toEqual({
    head: ["expected", "emergent", "urgent", "routine", "no answer", "invalid", "samples"],
    rows: [
      ["emergent", "11", "6", "1", "1", "1", "20"],
      ["urgent", "0", "10", "0", "0", "0", "10"],
      ["routine", "0", "0", "10", "0", "0", "10"],
    ],
  });
});

test("values that are not levels are listed with their counts, and those of earlier versions are not", () => {
  const triage = triageOf(poorCounts);
  const found = {
    ...triage,
    invalid_answers: [{ value: "blue", expected: "urgent", count: 3 }],
    invalid_answers_other: 2,
    invalid_expected: [{ value: "?", count: 1 }],
  };
  expect(invalidAnswersTable(found)?.rows).toEqual([
    ["blue", "urgent", "3"],
    ["(other values)", "", "2"],
  ]);
  expect(invalidExpectedTable(found)?.rows).toEqual([["?", "1"]]);
  const { invalid_answers: _, invalid_expected: __, ...earlier } = found;
  expect(invalidAnswersTable({ ...earlier, invalid_answers_other: 0 })).toBeUndefined();
  expect(invalidExpectedTable(earlier)).toBeUndefined();
});

test("missed emergencies are a sentence with their bound, also if none is expected", () => {
  expect(safetySentence(evaluationOf("b", poorCounts))).toBe(
    "9 of 20 emergent samples were not caught by b (45.0 %, at most 65.3 %).",
  );
  expect(safetySentence(evaluationOf("c", { emergent: {}, routine: { routine: 3 }, other: {} }))).toBe(
    "No sample of c is expected to be emergent (denominator 0), so the share of missed cases is undefined.",
  );
});

test("an id follows a name that several systems have", () => {
  expect(
    distinctNames([
      { id: "1", name: "a" },
      { id: "2", name: "a" },
      { id: "3", name: "b" },
    ]),
  ).toEqual(["a (1)", "a (2)", "b"]);
});
