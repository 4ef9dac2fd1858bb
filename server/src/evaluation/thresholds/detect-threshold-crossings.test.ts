import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/db/transaction.ts";
import type { Deps } from "../../app/deps.ts";
import { evaluator, triaged } from "../evaluations/lab-samples.fixture.ts";
import { engines, useJobLab } from "../../platform/jobs/job-lab.fixture.ts";
import { detectThresholdCrossings, type ScoredEvaluation } from "./detect-threshold-crossings.ts";
import { WebhookLab } from "../../webhooks/deliveries/webhook-lab.fixture.ts";

const watched = { triage_accuracy: { below: 80 } };
/** Nobody is there: these tests send nothing. */
const url = "http://127.0.0.1:9/";

type Crossing = { evaluation: string; score: number; direction: string; previous_score: number | null };

describe.each(engines)("thresholds on %s", (engine) => {
  const theLab = useJobLab(engine);
  const open = () => WebhookLab.open(theLab());

  async function crossings(lab: WebhookLab): Promise<Crossing[]> {
    const events = await lab.evaluations.events();
    // What `detectThresholdCrossings` writes.
    return events.flatMap(({ event, data }) =>
      event === "score.threshold_crossed" ? [data as unknown as Crossing] : [],
    );
  }

  const score = (
    lab: WebhookLab,
    scored: Partial<ScoredEvaluation> & { mean: number | null },
    deps?: Deps,
  ) => {
    const { mean, ...further } = scored;
    const { workspaceId } = lab.jobs;
    const evaluation = {
      workspace_id: workspaceId,
      id: lab.deps.newId(),
      project_id: lab.evaluations.projectId,
    };
    const scores = [{ evaluator: "triage_accuracy", mean }];
    return inTransaction((deps ?? lab.deps).database, (tx) =>
      detectThresholdCrossings(tx, lab.deps, { evaluation, scores, cause: "completion", ...further }),
    );
  };

  test("are crossed in turns, whoever completes at the same time: none is told twice, none is lost", async () => {
    const lab = await open();
    await lab.register(url, watched);
    await lab.register(url, { ...watched, other: { below: 10 } });
    const others = await Promise.all([1, 2, 3].map(() => lab.jobs.another()));
    const means = Array.from({ length: 24 }, (_, index) => (index * 37) % 100);
    await Promise.all(means.map((mean, index) => score(lab, { mean }, others[index % 3])));
    const events = await crossings(lab);
    const { knex } = lab.jobs.database;
    const states: { webhook_id: string; score: number }[] = await knex("webhook_scores");
    expect(states).toHaveLength(2);
    const told: { webhook_id: string; data: Crossing }[] = await knex("outbox")
      .where({ workspace_id: lab.jobs.workspaceId })
      .select("webhook_id", "data");
    expect(told).toHaveLength(events.length);
    for (const state of states) {
      const own = told.filter(({ webhook_id: id }) => id === state.webhook_id).map(({ data }) => data);
      const count = (direction: string) => own.filter((one) => one.direction === direction).length;
      // They alternate, so one more below than above when it is below now, else as many.
      expect(count("below") - count("above")).toBe(state.score < 80 ? 1 : 0);
      expect(own.filter(({ previous_score: before }) => before === null).length).toBeLessThan(2);
      for (const { score: now, previous_score: before, direction } of own) {
        expect(now < 80).toBe(direction === "below");
        if (before !== null) expect(before < 80).toBe(direction === "above");
      }
    }
    expect(events.length).toBeGreaterThan(2);
  });

  test("are crossed once when one evaluation completes as another does", async () => {
    const lab = await open();
    await lab.register(url, watched);
    const others = await Promise.all([1, 2, 3, 4].map(() => lab.jobs.another()));
    await Promise.all(others.map((deps) => score(lab, { mean: 50 }, deps)));
    expect(await crossings(lab)).toMatchObject([{ score: 50, direction: "below", previous_score: null }]);
  });

  test("hold a completed evaluation's mean by its evaluator, in the transaction that completes it", async () => {
    const lab = await open();
    await lab.register(url, { first: { below: 60 }, second: { below: 60 }, absent: { below: 100 } });
    await lab.evaluations.addSamples([triaged("urgent", "urgent"), triaged("urgent", "routine")]);
    const evaluators = [{ ...evaluator(), name: "first" }];
    const { id } = await lab.evaluations.evaluate({ evaluators });
    // 100 for the right answer, less for one two levels too low.
    expect(await lab.evaluations.events()).toMatchObject([
      { event: "evaluation.completed" },
      {
        event: "score.threshold_crossed",
        data: { evaluation: formatId("evaluation", id), evaluator: "first", threshold: 60 },
      },
    ]);
  });

  test("hold an override against them on the evaluation that completed last, and on no other", async () => {
    const lab = await open();
    await lab.evaluations.addSamples([triaged("urgent", "urgent")]);
    const first = await lab.evaluations.evaluate();
    lab.jobs.instant = new Date(lab.jobs.instant.getTime() + 1000);
    const last = await lab.evaluations.evaluate();
    await lab.register(url, watched);
    const override = (evaluation: typeof last, mean: number) =>
      score(lab, { evaluation, mean, cause: "override" });
    await override(first, 10);
    expect(await crossings(lab)).toEqual([]);
    await override(last, 79);
    await override(first, 90);
    await override(last, 81);
    expect(await crossings(lab)).toMatchObject([
      { evaluation: formatId("evaluation", last.id), direction: "below", previous_score: null },
      { evaluation: formatId("evaluation", last.id), direction: "above", previous_score: 79 },
    ]);
  });

  test("are left alone by an evaluator that scored nothing, and by disabled endpoints", async () => {
    const lab = await open();
    const { row } = await lab.register(url, watched);
    await score(lab, { mean: null });
    await lab.jobs.database.knex("webhooks").where({ id: row.id }).update({ enabled: false });
    await score(lab, { mean: 1 });
    expect(await crossings(lab)).toEqual([]);
    expect(await lab.jobs.database.knex("webhook_scores")).toEqual([]);
  });
});
