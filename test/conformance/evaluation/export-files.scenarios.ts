import { expect } from "vitest";
import { evaluated, filledDataset, newProject } from "../harness/arrange.ts";
import {
  cellsOf,
  columnNames,
  evaluatedCalls,
  exported,
  fileOf,
  textOf,
} from "../harness/arrange-exports.ts";
import { anInstant } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

/** Scenarios for the contents of exported files. */
export const exportFileScenarios = [
  engineScenario(
    "getExportContent",
    200,
    "returns a table as in RFC 4180, with one record per result",
    async (context) => {
      const { dataset, evaluation } = await evaluatedCalls(context);
      const { id } = await exported(context, { project: dataset.project });
      const text = await textOf(context, id);
      expect(text.split("\r\n")[0]).toBe(columnNames(false).join(","));
      expect(text.endsWith("\r\n")).toBe(true);
      const rows = await cellsOf(context, id);
      const samples = (await context.assay.samples.list(dataset.id)).data;
      // For the second call, emergent is expected and the output is urgent: 100 · (1 − 2 · 1/3).
      expect(rows[1]).toEqual({
        evaluation,
        evaluation_name: "Nightly",
        dataset: dataset.id,
        dataset_version: "1",
        model: "",
        sample: samples[1]?.id,
        external_id: "call-2",
        evaluator: "triage_accuracy",
        status: "scored",
        score: expect.stringMatching(/^33\.3333333333333\d*$/),
        original_score: expect.stringMatching(/^33\.3333333333333\d*$/),
        overridden_by: "",
        reviewer_credentials: "",
        passed: "false",
        flagged: "true",
        flag_reason: "under_triage",
        classification: "under_triage",
        details: expect.stringContaining('"predicted":"urgent"'),
        tags: "[]",
        metadata: "{}",
        created_at: anInstant,
        combined_score: expect.stringMatching(/^33\.3333333333333\d*$/),
        combined_original_score: expect.stringMatching(/^33\.3333333333333\d*$/),
        combined_overridden_by: "",
        combined_reviewer_credentials: "",
        combined_passed: "false",
        run: "1",
      });
      expect(rows.map((row) => row["external_id"])).toEqual(["call-1", "call-2", "call-3", "call-4"]);
    },
  ),
  scenario("getExportContent", 200, "returns one JSON array, with samples if requested", async (context) => {
    const samples = [
      {
        external_id: "=1+1",
        input: { text: 'a "quoted"\nline', n: [1, 2.5, null] },
        expected: { triage_level: "urgent" },
        output: { triage_level: "urgent" },
        tags: ["a;b", "-c"],
        metadata: { clinic: "north" },
      },
      { external_id: "bare", input: 0, expected: { triage_level: "urgent" } },
    ];
    const { dataset } = await filledDataset(context, samples);
    const { project } = dataset;
    await evaluated(context, dataset, { missing_output: "skip" });
    const { id } = await exported(context, { project, format: "json", include_samples: true });
    const rows: unknown = JSON.parse(await textOf(context, id));
    expect(rows).toMatchObject([
      {
        external_id: "=1+1",
        status: "scored",
        score: 100,
        passed: true,
        flagged: false,
        flag_reason: null,
        model: null,
        details: { predicted: "urgent" },
        tags: ["a;b", "-c"],
        metadata: { clinic: "north" },
        combined_score: 100,
        combined_passed: true,
        input: samples[0]?.input,
        output: samples[0]?.output,
        expected: samples[0]?.expected,
      },
      {
        external_id: "bare",
        status: "skipped",
        score: null,
        original_score: null,
        passed: null,
        flagged: false,
        flag_reason: null,
        combined_score: null,
        combined_passed: null,
        input: 0,
        output: null,
        expected: { triage_level: "urgent" },
      },
    ]);
    expect(Object.keys(Object(rows)[0])).toEqual(columnNames(true));
    const without = await exported(context, { project, format: "json" });
    const [bare] = JSON.parse(await textOf(context, without.id));
    expect(Object.keys(bare)).toEqual(columnNames(false));
  }),
  engineScenario(
    "getExportContent",
    200,
    "returns a Parquet file with its magic number at both ends",
    async (context) => {
      const { dataset } = await evaluatedCalls(context);
      const { id, size_bytes } = await exported(context, { project: dataset.project, format: "parquet" });
      const bytes = await fileOf(context, id);
      const magic = (part: Uint8Array): string => new TextDecoder().decode(part);
      expect([magic(bytes.subarray(0, 4)), magic(bytes.subarray(-4))]).toEqual(["PAR1", "PAR1"]);
      expect(bytes.length).toBe(size_bytes);
    },
  ),
  scenario(
    "getExportContent",
    200,
    "returns a file without rows if no evaluation has completed",
    async (context) => {
      const { id: project } = await newProject(context);
      const csv = await exported(context, { project });
      expect([csv.row_count, await textOf(context, csv.id)]).toEqual([
        0,
        `${columnNames(false).join(",")}\r\n`,
      ]);
      const json = await exported(context, { project, format: "json" });
      expect(await textOf(context, json.id)).toBe("[]\n");
      expect((await exported(context, { project, format: "parquet" })).row_count).toBe(0);
    },
  ),
  scenario(
    "getExportContent",
    200,
    "has the stored outputs of a model, and one row per evaluator",
    async (context) => {
      const { assay } = context;
      const { dataset, samples } = await filledDataset(context);
      const model = await assay.models.create({ name: "assistant", version: "1" });
      const answer = { triage_level: "routine" };
      await assay.samples.createOutputs(dataset.id, {
        model: model.id,
        outputs: samples.map(({ id }) => ({ sample: id, output: answer })),
      });
      const evaluators = [
        { type: "triage_accuracy" as const },
        { type: "triage_accuracy" as const, name: "=strict", weight: 3 },
      ];
      await evaluated(context, dataset, { model: model.id, evaluators });
      const { id } = await exported(context, { project: dataset.project, include_samples: true });
      const rows = await cellsOf(context, id);
      expect(rows.map((row) => row["evaluator"])).toEqual(
        samples.flatMap(() => ["triage_accuracy", "'=strict"]),
      );
      expect(rows.map((row) => [row["model"], row["output"]])).toEqual(
        rows.map(() => [model.id, '{"triage_level":"routine"}']),
      );
    },
  ),
];
