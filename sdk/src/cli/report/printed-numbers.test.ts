// Every number that a report prints is, after rounding, a number of the API.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Assay } from "../../index.ts";
import { type ReportData, reportHtml } from "../../report/index.ts";
import { assay, folder, mock, useServers } from "../run/run-fixture.ts";
import { differingNumbers } from "./printed-numbers.fixture.ts";
import { numbersIn, printedInTerminal, printedOnPage } from "./printed-text.fixture.ts";

useServers();

const levels = ["emergent", "urgent", "routine"] as const;
const flags = ["chest pain", "syncope"] as const;
const indexes = Array.from({ length: 36 }, (_, index) => index);
/** A name without digits, so that each digit in a text is part of a number. */
const nameOf = (index: number): string => `call-${String.fromCodePoint(65 + index)}`;

const sampleOf = (index: number) => ({
  external_id: nameOf(index),
  input: "It hurts.",
  cluster_id: `caller-${index % 20}`,
  expected: {
    triage_level: levels[index % 3],
    red_flags: index % 4 === 1 ? [] : [flags[index % 2]],
    symptoms: [{ name: index % 2 === 0 ? "fever" : "cough", negated: false }],
    escalated: index % 4 !== 0,
  },
  tags: [index < 12 ? "night" : "day"],
});

/**
 * Of 24 samples, the candidate is wrong in every second one, and the baseline in every ninth one. In one
 * sample, both are wrong in only one run.
 */
function outputOf(index: number, run: number, isCandidate: boolean): object | null {
  if (index === 5) return null;
  const isWrong = index % (isCandidate ? 2 : 9) === 0 && index < 24 && (index !== 18 || run === 2);
  return {
    triage_level: index === 7 ? "blue" : levels[(index + Number(isWrong)) % 3],
    red_flags: [...(isWrong && run === 2 ? [] : [flags[index % 2]]), ...(index % 8 === 3 ? ["rash"] : [])],
    symptoms: [{ name: index % 2 === 0 ? "fever" : "cough", negated: isWrong }],
    escalated: !isWrong,
  };
}

/** Evaluates two runs of a baseline and a candidate. @returns the API objects of their report. */
async function evaluated(): Promise<ReportData & { ids: string[] }> {
  const client = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const { id: project } = await client.projects.create({ name: "Calls" });
  const { id: dataset } = await client.datasets.create({ name: "Calls", project });
  await client.samples.create(dataset, { samples: indexes.map(sampleOf) });
  const ids: string[] = [];
  for (const name of ["mercury", "nightingale"]) {
    const { id: model } = await client.models.create({ name, version: "a" });
    const outputs = indexes.flatMap((index) =>
      [1, 2].map((run) => ({
        external_id: nameOf(index),
        run,
        output: outputOf(index, run, name === "nightingale"),
      })),
    );
    await client.samples.createOutputs(dataset, { model, outputs });
    const evaluators = [
      { type: "triage_accuracy" as const, config: { levels: [...levels] } },
      { type: "red_flag_detection" as const },
      { type: "symptom_extraction" as const },
    ];
    const settings = { name, project, dataset, model, evaluators, runs: 2, run_async: false };
    ids.push((await client.evaluations.create(settings)).id);
  }
  const lowest = { order: "score", evaluator: "triage_accuracy", limit: 20 } as const;
  const details = { include_distribution: true, group_by: "tags" };
  const worst = ids.map(async (id) => {
    const { data } = await client.evaluations.results(id, lowest);
    return [id, data.map((result) => ({ result }))] as const;
  });
  return {
    ids,
    evaluations: await Promise.all(ids.map((id) => client.evaluations.get(id))),
    scores: await Promise.all(ids.map((id) => client.scores.evaluation(id, details))),
    comparisons: [await client.evaluations.compare({ evaluations: ids })],
    worst: Object.fromEntries(await Promise.all(worst)),
  };
}

describe("every printed number is a number of the API", () => {
  let data: Awaited<ReturnType<typeof evaluated>>;
  beforeEach(async () => {
    data = await evaluated();
  });

  test.each(["report", "results", "compare"])("in the terminal, by assay %s", async (command) => {
    const options = command === "report" ? ["--group-by", "tags"] : [];
    const { stdout, stderr } = await assay([command, ...data.ids, ...options], { columns: 400 });
    expect(stderr).toBe("");
    expect(differingNumbers(printedInTerminal(stdout), data)).toEqual([]);
  });

  test("on the page of assay report --html", async () => {
    const path = join(folder, "numbers.html");
    await assay(["report", ...data.ids, "--group-by", "tags", "--html", path]);
    const page = readFileSync(path, "utf8");
    expect(page).toBe(reportHtml(data));
    expect(differingNumbers(printedOnPage(page), data)).toEqual([]);
  });

  // All 713 alterations that change the page are found. To save time, this test makes only every 29th
  // alteration.
  test("so a page about data with one altered number differs", () => {
    const original = printedNumbers(reportHtml(data));
    const pages = Array.from({ length: 50 }, (_, step) => reportHtml(withAltered(data, 29 * step)));
    const altered = pages.filter((page) => printedNumbers(page) !== original);
    expect(altered.length).toBeGreaterThan(20);
    for (const page of altered) expect(differingNumbers(printedOnPage(page), data)).not.toEqual([]);
  });
});

/** Returns the numbers in the tables of a page, in an order that does not depend on the order of rows. */
const printedNumbers = (page: string): string =>
  printedOnPage(page)
    .tables.flatMap(({ rows }) => numbersIn(rows.join(" ")))
    .toSorted()
    .join(" ");

/** Returns the data with the n-th number altered; shares remain shares. */
function withAltered(data: ReportData, index: number): ReportData {
  let seen = -1;
  const alter = (value: number): number => (Number.isInteger(value) ? value + 7 : value / 2 + 0.01);
  return JSON.parse(JSON.stringify(data), (_, value) =>
    typeof value === "number" && (seen += 1) === index ? alter(value) : value,
  );
}
