import { boundedProportion } from "@assay/contract/domain";
import { expect, test } from "vitest";
import type { Evaluation } from "../../generated/types.ts";
import {
  evaluationOf,
  poorCounts,
  redFlags,
  symptoms,
  triageOf,
  withFigures,
} from "../evaluation.fixture.ts";
import { confusionTable } from "./confusion-table.ts";
import { invalidAnswersTable, invalidExpectedTable } from "./invalid-levels-table.ts";
import { missedItems } from "./missed-items.ts";
import { itemTables } from "./pooled-rows.ts";
import { resultRows, summaryRows } from "./result-rows.ts";
import { missedFlagsSentence, safetySentence } from "./safety-sentence.ts";
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

test("missed red flags follow missed emergencies, and red flags and symptoms follow the triage figures", () => {
  const pooled = withFigures(evaluationOf("a"), { red_flags: redFlags, symptoms });
  const rows = resultRows([pooled, evaluationOf("b")]);
  expect(rows.slice(0, 3).map(({ label }) => label)).toEqual([
    "emergent not caught",
    "missed flags",
    "score (0-100)",
  ]);
  const start = rows.findIndex(({ label }) => label === "weighted kappa") + 1;
  const shown = rows.slice(
    start,
    rows.findIndex(({ label }) => label === "status"),
  );
  expect(shown.map(({ label, cells: [text] }) => [label, text])).toEqual([
    ["missed escalations", "1/5 = 20.0 % (≤ 65.7 %)"],
    ["unnecessary escalations", "0/8 = 0.0 % [0.0, 32.4]"],
    ["flag sensitivity", "8/10 = 80.0 % [49.0, 94.3]"],
    ["flag precision", "8/11 = 72.7 % [43.4, 90.3]"],
    ["flag F1", "16/21 = 0.76 [0.50, 1.00]"],
    ["false flags per sample", "3/13 = 0.23 [0.00, 0.52]"],
    ["samples with missed flags", "2/10 = 20.0 % (≤ 50.7 %)"],
    ["flag samples", "13, 1 errored, 3 left out"],
    ["missed symptoms", "2/10 = 20.0 % (≤ 50.7 %)"],
    ["symptom sensitivity", "8/10 = 80.0 % [49.0, 94.3]"],
    ["symptom precision", "8/11 = 72.7 % [43.4, 90.3]"],
    ["symptom F1", "16/21 = 0.76 [0.50, 1.00]"],
    ["false symptoms per sample", "3/13 = 0.23 [0.00, 0.52]"],
    ["samples with missed symptoms", "2/10 = 20.0 % (≤ 50.7 %)"],
    ["symptom polarity errors", "1/10 = 10.0 % [1.8, 40.4]"],
    ["mean symptom F1", "0.750"],
    ["symptom samples", "13, 1 errored, 3 left out"],
  ]);
  expect(new Set(shown.map(({ cells: [, other] }) => other))).toEqual(new Set(["–"]));
});

test("several evaluators of red flags have rows with their keys", () => {
  const found = { red_flags: redFlags, red_flags_by_evaluator: { first: redFlags, second: redFlags } };
  const rows = resultRows([
    withFigures(evaluationOf("a"), found),
    withFigures(evaluationOf("b"), { red_flags: redFlags }),
  ]);
  const missed = "2/10 = 20.0 % (≤ 50.7 %)";
  expect(rows.slice(1, 3)).toEqual([
    { label: "missed flags (first)", cells: [missed, missed] },
    { label: "missed flags (second)", cells: [missed, "–"] },
  ]);
});

test("undefined F1 shows its denominator only, and F1 without an interval has three decimals", () => {
  const none = { ...redFlags, found: 0, missed_count: 0, false_alarms: 0, f1: null, f1_ci95: null };
  const text = (figures: typeof redFlags) =>
    resultRows([withFigures(evaluationOf("a"), { red_flags: figures })]).find(
      ({ label }) => label === "flag F1",
    )?.cells;
  expect(text(none)).toEqual(["0/0"]);
  expect(text({ ...redFlags, f1_ci95: null })).toEqual(["16/21 = 0.762"]);
});

test("each flag and symptom has a row, missed ones first, and the last row states that others are left out", () => {
  const pooled = withFigures(evaluationOf("a"), { red_flags: redFlags, symptoms });
  const [flags, other] = itemTables(pooled);
  expect(flags).toEqual({
    head: ["flag", "missed", "sensitivity", "precision", "false alarms"],
    rows: [
      ["syncope", "2/4 = 50.0 % (≤ 90.2 %)", "2/4 = 50.0 % [15.0, 85.0]", "2/2 = 100.0 % [34.2, 100.0]", "0"],
      ["rigors", "0/6 = 0.0 % (≤ 39.3 %)", "6/6 = 100.0 % [61.0, 100.0]", "6/6 = 100.0 % [61.0, 100.0]", "0"],
      ["neck stiffness", "0/0", "0/0", "0/3 = 0.0 % [0.0, 56.1]", "3"],
    ],
  });
  expect(other?.rows.map(([name]) => name)).toEqual(["fever"]);
  const truncated = { ...redFlags, truncated: true };
  const [shortened] = itemTables(withFigures(evaluationOf("a"), { red_flags: truncated }));
  expect(shortened?.rows).toEqual([...(flags?.rows ?? []), ["(more)", "", "", "", ""]]);
  expect(itemTables(evaluationOf("a"))).toEqual([]);
});

test("a summary leaves out figures that follow from others, and exceptions that did not occur", () => {
  const labelsOf = (evaluation: Evaluation) => summaryRows([evaluation]).map(({ label }) => label);
  const whole = withFigures(evaluationOf("a"), { red_flags: redFlags, symptoms });
  const without = ["kappa", "flag sensitivity", "symptom precision", "status", "errored / skipped"];
  for (const label of without) expect(labelsOf(whole)).not.toContain(label);
  for (const label of ["missed flags", "flag precision", "flag samples", "weighted kappa", "flagged"])
    expect(labelsOf(whole)).toContain(label);
  const complete = { errored: 0, not_applicable: 0, unknown_expected: 0 };
  const found = withFigures(evaluationOf("a"), { red_flags: { ...redFlags, ...complete } });
  expect(labelsOf(found)).not.toContain("flag samples");
  expect(labelsOf({ ...evaluationOf("a"), status: "failed" })).toContain("status");
});

test("missed flags are listed for all systems, most misses first, then most false alarms", () => {
  const evaluations = [
    withFigures(evaluationOf("a"), { red_flags: redFlags }),
    evaluationOf("b"),
    withFigures(evaluationOf("c"), { red_flags: { ...redFlags, by_flag: {}, truncated: true } }),
  ];
  const rows = [
    ["syncope", "2/4", "–", "0/0"],
    ["neck stiffness", "0/0, 3 false alarms", "–", "0/0"],
  ];
  expect(missedItems(evaluations, 5)).toEqual([
    { head: ["missed by flag"], rows, hidden: 0, isTruncated: true },
  ]);
  expect(missedItems(evaluations.slice(0, 1), 1)).toMatchObject([
    { rows: [["syncope", "2/4"]], hidden: 1, isTruncated: false },
  ]);
  expect(missedItems([evaluationOf("b")], 5)).toEqual([]);
});

test("missed red flags are a sentence with their bound, also if none is expected", () => {
  const sentence = (missed: typeof redFlags.missed) =>
    missedFlagsSentence(withFigures(evaluationOf("b"), { red_flags: { ...redFlags, missed } }));
  expect(sentence(redFlags.missed)).toBe(
    "2 of 10 expected red flags were missed by b (20.0 %, at most 50.7 %).",
  );
  expect(sentence(boundedProportion(0, 0))).toBe(
    "No sample of b is expected to have a red flag (denominator 0), so the share of missed flags is undefined.",
  );
  expect(missedFlagsSentence(evaluationOf("b"))).toBeUndefined();
});

test("the confusion matrix has the levels, and only those other responses that occur", () => {
  const triage = evaluationOf("b", poorCounts).results?.triage;
  expect(triage && confusionTable(triage)).toEqual({
    head: ["expected", "emergent", "urgent", "routine", "no answer", "invalid", "total"],
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
