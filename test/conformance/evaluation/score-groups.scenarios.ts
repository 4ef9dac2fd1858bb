import { evaluatorNotRun } from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import { evaluatorWithoutGroups } from "@assay/contract/evaluation/scores/score-refusals";
import type { CreateSamples, ScoreGroup } from "@assay/sdk";
import { expect } from "vitest";
import { answered, binary, evaluated, filledDataset, level } from "../harness/arrange.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const close = (value: number): unknown => expect.closeTo(value, 6);
/** Matches a number that is calculated from rounded quantiles. */
const near = (value: number): unknown => expect.closeTo(value, 4);

/** Returns samples with a correct (`u`) or wrong (`r`) answer, and the same further properties. */
const samplesOf = (answers: string, name: string, further: Partial<CreateSamples["samples"][number]>) =>
  answered(answers).map((sample) => ({
    ...sample,
    external_id: `${name} ${sample.external_id}`,
    ...further,
  }));

const summaryOf = ({ key, samples, mean, coverage }: ScoreGroup) => [key, samples, mean, coverage.scored];

/** Scenarios for the figures of groups of samples. */
export const scoreGroupScenarios = [
  engineScenario(
    "getEvaluationScores",
    200,
    "compares each group with all other samples",
    async (context) => {
      const { dataset } = await filledDataset(context, [
        ...samplesOf("u".repeat(18) + "rr", "A", { split: "A" }),
        ...samplesOf("u".repeat(10) + "r".repeat(10), "B", { split: "B" }),
      ]);
      const { id } = await evaluated(context, dataset);
      const { groups } = await context.assay.scores.evaluation(id, { group_by: "split" });
      // SE² = 40/39 · (0.09/20 + 0.25/20) · 100² = 13.204505², t = 40/SE with 19 degrees of freedom.
      expect(groups).toMatchObject({ by: "split", evaluator: null, worst: "B", lowest: "B", omitted: 0 });
      expect(groups?.data[0]).toEqual({
        key: "A",
        samples: 20,
        coverage: { scored: 20, errored: 0, skipped: 0, total: 20, missing_output: 0, not_applicable: 0 },
        mean: 90,
        ci95: [expect.any(Number), expect.any(Number)],
        n_clusters: 20,
        effective_n: 20,
        passed: expect.objectContaining({ numerator: 18, denominator: 20 }),
        emergent_not_caught: expect.objectContaining({ denominator: 0, rate: null, upper95: null }),
        versus_rest: {
          change: close(40),
          ci95: [near(12.362653), near(67.637347)],
          p_value: close(0.006899),
          p_adjusted: close(0.013799),
          reason: null,
        },
      });
    },
  ),
  engineScenario(
    "getEvaluationScores",
    200,
    "groups by tag and by a member of the metadata",
    async (context) => {
      const { dataset } = await filledDataset(context, [
        ...samplesOf("ur", "a", { tags: ["chest", "adult"], metadata: { age: 40 } }),
        ...samplesOf("u", "b", { tags: ["adult"], metadata: { age: "40" } }),
        ...samplesOf("r", "c", { metadata: { age: [40] } }),
        ...samplesOf("u", "d", { tags: ["chest"], metadata: { age: true } }),
        { external_id: "none", input: 1, tags: ["chest"], expected: level("urgent") },
      ]);
      const { id } = await evaluated(context, dataset, { evaluators: [binary], missing_output: "skip" });
      const groupsBy = async (group_by: string) =>
        (await context.assay.scores.evaluation(id, { group_by, evaluator: "binary" })).groups;
      const tags = await groupsBy("tags");
      expect(tags?.data.map(summaryOf)).toEqual([
        ["chest", 4, close(200 / 3), 3],
        ["adult", 3, close(200 / 3), 3],
        [null, 1, 0, 1],
      ]);
      expect(tags).toMatchObject({ evaluator: "binary", worst: null, lowest: "chest" });
      const coverage = { scored: 3, errored: 0, skipped: 1, total: 4, missing_output: 1, not_applicable: 0 };
      expect(tags?.data[0]?.coverage).toEqual(coverage);
      const ages = await groupsBy("metadata.age");
      expect(ages?.data.map(({ key, samples }) => [key, samples])).toEqual([
        [40, 2],
        [null, 2],
        ["40", 1],
        [true, 1],
      ]);
      expect((await groupsBy("metadata.constructor"))?.data.map(({ key }) => key)).toEqual([null]);
    },
  ),
  engineScenario(
    "getEvaluationScores",
    200,
    "accounts for clusters, also between groups",
    async (context) => {
      const clusterOf = (index: number) => `case ${index % 6}`;
      const { dataset } = await filledDataset(context, [
        ...answered("uuuuuruuuuur", clusterOf).map((sample) => ({ ...sample, split: "A" })),
        ...answered("urrrrrurrrrr", clusterOf).map((sample) => ({
          ...sample,
          external_id: `B ${sample.external_id}`,
          split: "B",
        })),
      ]);
      const { id } = await evaluated(context, dataset);
      const { groups } = await context.assay.scores.evaluation(id, { group_by: "split" });
      const [first] = groups?.data ?? [];
      // In both groups, each of the 6 clusters has two equal scores. With q = (mean/100)(1 − mean/100),
      // s² = 12/11·q·100² and SE² = 6/5·q·100²/6, so s²/SE² = 60/11.
      expect(first).toMatchObject({
        key: "A",
        n_clusters: 6,
        effective_n: close(60 / 11),
        mean: close(1000 / 12),
      });
      // u = ((y − 83⅓) − (z − 16⅔))/6 per cluster: cluster 0 has y = z = 100, cluster 5 y = z = 0, and the
      // other four y = 100, z = 0. So Σu² = 2·(66⅔/6)² + 4·(33⅓/6)² = 370.370370, SE² = 6/5 of it, df = 5.
      expect(first?.versus_rest).toMatchObject({
        change: close(200 / 3),
        ci95: [near(66.666667 - 2.570582 * Math.sqrt(444.444444)), 100],
        reason: null,
      });
    },
  ),
  engineScenario("getEvaluationScores", 200, "counts missed red flags in each group", async (context) => {
    const flags = ["stroke symptoms", "chest pain"];
    const sampleOf = (split: string, index: number, found: string[]) => ({
      external_id: `${split}-${index}`,
      input: index,
      split,
      expected: { red_flags: flags },
      output: { red_flags: found, escalated: true },
    });
    const { dataset } = await filledDataset(context, [
      sampleOf("A", 0, flags),
      sampleOf("A", 1, flags.slice(1)),
      sampleOf("B", 0, []),
      { external_id: "C", input: 0, split: "C", expected: { red_flags: [] }, output: { red_flags: [] } },
    ]);
    const { id } = await evaluated(context, dataset, { evaluators: [{ type: "red_flag_detection" }] });
    const missedIn = async (evaluator?: string) => {
      const query = { group_by: "split", ...(evaluator && { evaluator }) };
      const { groups } = await context.assay.scores.evaluation(id, query);
      return groups?.data.map(({ key, missed_flags: share }) => [
        key,
        share?.numerator,
        share?.denominator,
        share?.n_clusters,
      ]);
    };
    const expected = [
      ["A", 1, 4, 2],
      ["B", 2, 2, 1],
      ["C", 0, 0, 0],
    ];
    expect(await missedIn()).toEqual(expected);
    expect(await missedIn("red_flag_detection")).toEqual(expected);
  }),
  scenario("getEvaluationScores", 200, "counts missed emergencies in each group", async (context) => {
    const emergent = (output: string, tag: string) => ({
      input: output,
      tags: [tag],
      expected: level("emergent"),
      output: level(output),
    });
    const { dataset } = await filledDataset(context, [emergent("emergent", "a"), emergent("routine", "b")]);
    const evaluators = [{ type: "red_flag_detection" as const }, { type: "triage_accuracy" as const }];
    const { id } = await evaluated(context, dataset, { evaluators });
    const { groups } = await context.assay.scores.evaluation(id, { group_by: "tags" });
    const missed = groups?.data.map(({ key, emergent_not_caught: share }) => [key, share?.numerator]);
    expect(missed).toEqual([
      ["a", 0],
      ["b", 1],
    ]);
    const query = { group_by: "tags", evaluator: "red_flag_detection" };
    const flags = (await context.assay.scores.evaluation(id, query)).groups;
    expect(flags?.data[0]).toMatchObject({ mean: null, effective_n: null, n_clusters: 0 });
    expect(flags?.data[0]).not.toHaveProperty("emergent_not_caught");
  }),
  scenario("getEvaluationScores", 400, "refuses unknown groups and evaluators", async (context) => {
    const { dataset } = await filledDataset(context);
    const { id } = await evaluated(context, dataset);
    const { scores } = context.assay;
    await expectRejected(
      scores.evaluation(id, { group_by: "tags", evaluator: "binary" }),
      evaluatorNotRun("binary", ["triage_accuracy"]),
    );
    await expectRejected(
      scores.evaluation(id, { evaluator: "triage_accuracy" }),
      evaluatorWithoutGroups("triage_accuracy"),
    );
    for (const by of ["tag", "metadata.", "tagsx"])
      expectFaults(await context.request("GET", `/v1/scores/evaluations/${id}?group_by=${by}`), [
        "query/group_by",
        "invalid_value",
        `group_by is "${by}"; it must be tags, split or metadata.KEY.`,
      ]);
  }),
];
