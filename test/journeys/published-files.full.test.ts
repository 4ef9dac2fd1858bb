// Evaluates files in the shapes in which data sets are published, each with one command, without rewriting the file.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Assay, type Evaluation } from "@assay/sdk";
import { afterAll, expect, test } from "vitest";
import { runAssay } from "../support/assay-process.ts";
import { useServer } from "../support/file-server.ts";

const server = useServer();
const folder = mkdtempSync(join(tmpdir(), "assay-published-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const triage = (...levels: string[]): string => `triage_accuracy:${JSON.stringify({ levels })}`;
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const table = (delimiter: string, rows: readonly (readonly unknown[])[]): string =>
  rows.map((cells) => `${cells.join(delimiter)}\n`).join("");
/** Makes five rows. */
const five = <Row>(rowAt: (index: number) => Row): Row[] => [0, 1, 2, 3, 4].map(rowAt);

const letters = ["A", "B", "C", "D"] as const;
/** A published shape: the file, the options that describe it, and the first sample that they produce. */
interface Shape {
  name: string;
  content: string | Uint8Array;
  options: string[];
  /** The first sample, in the form of the API. */
  first: object;
  /** The mean score of the five rows, from 0 to 100. */
  score: number;
}

const quiz = five((index) => ({
  question_id: 100 + index,
  question: `Which drug lowers a fever of ${38 + index} °C?`,
  options: ["paracetamol", "insulin", "warfarin", "digoxin"],
  answer: "A",
  model_answer: letters[index % 4],
  category: "pharmacology",
}));
const quizOptions = [
  "-e",
  triage(...letters),
  "--id",
  "question_id",
  "--map",
  "question=input.question",
  "--map",
  "options=input.options",
  "--map",
  "answer=expected.triage_level",
  "--map",
  "model_answer=output.triage_level",
];
const quizFirst = {
  external_id: "100",
  input: { question: quiz[0]?.question, options: quiz[0]?.options },
  expected: { triage_level: "A" },
  metadata: { category: "pharmacology" },
};

const annotations = five((index) => ({
  data: { text: `I have had a cough for ${index} days.` },
  annotations: [{ result: [{ value: { choices: ["routine"] } }] }],
  predictions: [{ result: [{ value: { choices: [index < 4 ? "routine" : "urgent"] } }] }],
  created_at: "2026-03-01T08:00:00Z",
}));

const shapes: Shape[] = [
  { name: "questions.jsonl", content: lines(quiz), options: quizOptions, first: quizFirst, score: 40 },
  {
    name: "questions.jsonl.gz",
    content: gzipSync(lines(quiz)),
    options: quizOptions,
    first: quizFirst,
    score: 40,
  },
  {
    name: "turns.jsonl",
    content: lines(
      five((index) => ({
        conversation_id: `c-${index}`,
        turns: [
          { role: "user", content: "My chest hurts." },
          { role: "assistant", content: "Since when?" },
          { role: "user", content: `For ${index} hours.` },
        ],
        reference: { urgency: 1 },
        response: { urgency: index === 0 ? 2 : 1 },
      })),
    ),
    options: [
      "-e",
      triage("1", "2", "3"),
      "--id",
      "conversation_id",
      "--map",
      "turns=input.messages",
      "--map",
      "/reference/urgency=expected.triage_level",
      "--map",
      "/response/urgency=output.triage_level",
      "--rest",
      "error",
    ],
    first: { external_id: "c-0", expected: { triage_level: 1 }, metadata: {} },
    score: 80,
  },
  {
    name: "code.jsonl",
    content: lines(
      five((index) => ({
        task_id: `Tasks/${index}`,
        prompt: "def add(a, b):\n",
        entry_point: "add",
        test: "assert add(1, 2) == 3",
        completion: "    return a + b\n",
        required: "passed",
        result: index === 3 ? "failed: AssertionError" : "passed",
      })),
    ),
    options: [
      "-e",
      triage("passed", "failed"),
      "--id",
      "task_id",
      "--map",
      "prompt=input.prompt",
      "--map",
      "test=input.test",
      "--map",
      "required=expected.triage_level",
      "--map",
      "result=output.triage_level",
      "--map",
      "completion=output.code",
    ],
    first: {
      external_id: "Tasks/0",
      input: { prompt: "def add(a, b):\n", test: "assert add(1, 2) == 3" },
      metadata: { entry_point: "add" },
    },
    score: 80,
  },
  {
    // One line and no ids, so the samples get the numbers of their rows.
    name: "annotations.json",
    content: JSON.stringify({ version: 2, export: { tasks: annotations } }),
    options: [
      "-e",
      triage("urgent", "routine"),
      "--records",
      "/export/tasks",
      "--rest",
      "drop",
      "--map",
      "/data/text=input.text",
      "--map",
      "/annotations/0/result/0/value/choices/0=expected.triage_level",
      "--map",
      "/predictions/0/result/0/value/choices/0=output.triage_level",
    ],
    first: {
      external_id: "annotations:1",
      input: { text: "I have had a cough for 0 days." },
      expected: { triage_level: "routine" },
      metadata: {},
    },
    score: 80,
  },
  {
    name: "labels.json",
    content: JSON.stringify(
      Object.fromEntries(
        five((index) => [`doc-${index}`, { sentence: "Go to bed.", gold: "yes", label: "yes" }]),
      ),
    ),
    options: [
      "-e",
      triage("yes", "no"),
      "--keyed",
      "--map",
      "sentence=input",
      "--map",
      "gold=expected.triage_level",
      "--map",
      "label=output.triage_level",
    ],
    first: { external_id: "doc-0", input: "Go to bed.", expected: { triage_level: "yes" } },
    score: 100,
  },
  {
    name: "annotations.tsv",
    content: table("\t", [
      ["pmid", "sentence", "gold", "label", "note"],
      ...five((index) => [
        9000 + index,
        `Dose ${index}, "twice", daily`.replaceAll('"', ""),
        "1",
        index && 1,
        "ok",
      ]),
    ]),
    options: [
      "-e",
      triage("1", "0"),
      "--id",
      "pmid",
      "--map",
      "sentence=input.text",
      "--map",
      "gold=expected.triage_level",
      "--map",
      "label=output.triage_level",
    ],
    first: {
      external_id: "9000",
      input: { text: "Dose 0, twice, daily" },
      expected: { triage_level: "1" },
      metadata: { note: "ok" },
    },
    score: 80,
  },
  {
    name: "evaluation.csv",
    content: table(",", [
      ["case", "prompt", "ideal", "prediction", "latency_ms"],
      ...five((index) => [index, "Is it safe?", "true", index % 2 === 0 ? "true" : "null", 12]),
    ]),
    options: [
      "-e",
      triage("true", "null"),
      "--id",
      "case",
      "--map",
      "prompt=input",
      "--map",
      "ideal=expected.triage_level",
      "--map",
      "prediction=output.triage_level",
    ],
    first: { external_id: "0", expected: { triage_level: "true" }, metadata: { latency_ms: 12 } },
    score: 60,
  },
];

/** Checks that the evaluation scored every row of a file, and that the rows became the samples. */
async function checkRows(stdout: string, { first, score }: Shape): Promise<void> {
  const [shown]: { evaluation: Evaluation }[] = JSON.parse(stdout);
  const evaluation = shown?.evaluation;
  expect(evaluation?.results?.coverage).toMatchObject({ total: 5, scored: 5, errored: 0, skipped: 0 });
  expect(evaluation?.results?.triage?.exact.all).toMatchObject({ numerator: score / 20, denominator: 5 });
  const { ASSAY_API_KEY: apiKey, ASSAY_BASE_URL: baseUrl } = server.environment;
  const assay = new Assay({ apiKey, baseUrl });
  const samples = (await assay.samples.list(evaluation?.dataset ?? "")).data;
  expect(samples).toHaveLength(5);
  expect(samples).toContainEqual(expect.objectContaining(first));
}

test.each(shapes)("every row of $name is evaluated", async (shape) => {
  const path = join(folder, shape.name.replaceAll(".", "-"), shape.name);
  mkdirSync(join(path, ".."));
  writeFileSync(path, shape.content);
  const { code, stdout, stderr } = await runAssay(
    ["--json", "run", path, ...shape.options],
    server.environment,
  );
  expect(code, stderr).toBe(0);
  await checkRows(stdout, shape);
});
