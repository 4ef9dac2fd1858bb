import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/db/transaction.ts";
import type { Deps } from "../../app/deps.ts";
import { evaluator, triaged } from "../evaluations/harness-samples.fixture.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { detectThresholdCrossings, type ScoredEvaluation } from "./detect-threshold-crossings.ts";
import { WebhookHarness } from "../../webhooks/deliveries/webhook-harness.fixture.ts";

const watched = { triage_accuracy: { below: 80 } };
/** An unreachable URL; these tests send nothing. */
const url = "http://127.0.0.1:9/";

type Crossing = { evaluation: string; score: number; direction: string; previous_score: number | null };

describe.each(engines)("thresholds on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = () => WebhookHarness.open(theHarness());

  async function crossings(harness: WebhookHarness): Promise<Crossing[]> {
    const events = await harness.evaluations.events();
    // Selects only the events of `detectThresholdCrossings`.
    return events.flatMap(({ event, data }) =>
      event === "score.threshold_crossed" ? [data as unknown as Crossing] : [],
    );
  }

  const score = (
    harness: WebhookHarness,
    scored: Partial<ScoredEvaluation> & { mean: number | null },
    deps?: Deps,
  ) => {
    const { mean, ...further } = scored;
    const { workspaceId } = harness.jobs;
    const evaluation = {
      workspace_id: workspaceId,
      id: harness.deps.newId(),
      project_id: harness.evaluations.projectId,
    };
    const scores = [{ evaluator: "triage_accuracy", mean }];
    return inTransaction((deps ?? harness.deps).database, (tx) =>
      detectThresholdCrossings(tx, harness.deps, { evaluation, scores, cause: "completion", ...further }),
    );
  };

  test("are crossed alternately by concurrent completions: no crossing is repeated or lost", async () => {
    const harness = await open();
    await harness.register(url, watched);
    await harness.register(url, { ...watched, other: { below: 10 } });
    const others = await Promise.all([1, 2, 3].map(() => harness.jobs.another()));
    const means = Array.from({ length: 24 }, (_, index) => (index * 37) % 100);
    await Promise.all(means.map((mean, index) => score(harness, { mean }, others[index % 3])));
    const events = await crossings(harness);
    const { knex } = harness.jobs.database;
    const states: { webhook_id: string; score: number }[] = await knex("webhook_scores");
    expect(states).toHaveLength(2);
    const emitted: { webhook_id: string; data: Crossing }[] = await knex("outbox")
      .where({ workspace_id: harness.jobs.workspaceId })
      .select("webhook_id", "data");
    expect(emitted).toHaveLength(events.length);
    for (const state of states) {
      const own = emitted.filter(({ webhook_id: id }) => id === state.webhook_id).map(({ data }) => data);
      const count = (direction: string) => own.filter((one) => one.direction === direction).length;
      // The directions alternate, starting with a crossing to below. If the score is now below the threshold,
      // the number of crossings to below is higher by one; otherwise, both numbers are equal.
      expect(count("below") - count("above")).toBe(state.score < 80 ? 1 : 0);
      expect(own.filter(({ previous_score: before }) => before === null).length).toBeLessThan(2);
      for (const { score: now, previous_score: before, direction } of own) {
        expect(now < 80).toBe(direction === "below");
        if (before !== null) expect(before < 80).toBe(direction === "above");
      }
    }
    expect(events.length).toBeGreaterThan(2);
  });

  test("are crossed once when two evaluations complete concurrently", async () => {
    const harness = await open();
    await harness.register(url, watched);
    const others = await Promise.all([1, 2, 3, 4].map(() => harness.jobs.another()));
    await Promise.all(others.map((deps) => score(harness, { mean: 50 }, deps)));
    expect(await crossings(harness)).toMatchObject([{ score: 50, direction: "below", previous_score: null }]);
  });

  test("are compared with the mean of each evaluator, in the transaction that completes the evaluation", async () => {
    const harness = await open();
    await harness.register(url, { first: { below: 60 }, second: { below: 60 }, absent: { below: 100 } });
    await harness.evaluations.addSamples([triaged("urgent", "urgent"), triaged("urgent", "routine")]);
    const evaluators = [{ ...evaluator(), name: "first" }];
    const { id } = await harness.evaluations.evaluate({ evaluators });
    // The right result scores 100; the result that is two levels too low scores less.
    expect(await harness.evaluations.events()).toMatchObject([
      { event: "evaluation.completed" },
      {
        event: "score.threshold_crossed",
        data: { evaluation: formatId("evaluation", id), evaluator: "first", threshold: 60 },
      },
    ]);
  });

  test("are checked after an override only if its evaluation completed last", async () => {
    const harness = await open();
    await harness.evaluations.addSamples([triaged("urgent", "urgent")]);
    const first = await harness.evaluations.evaluate();
    harness.jobs.instant = new Date(harness.jobs.instant.getTime() + 1000);
    const last = await harness.evaluations.evaluate();
    await harness.register(url, watched);
    const override = (evaluation: typeof last, mean: number) =>
      score(harness, { evaluation, mean, cause: "override" });
    await override(first, 10);
    expect(await crossings(harness)).toEqual([]);
    await override(last, 79);
    await override(first, 90);
    await override(last, 81);
    expect(await crossings(harness)).toMatchObject([
      { evaluation: formatId("evaluation", last.id), direction: "below", previous_score: null },
      { evaluation: formatId("evaluation", last.id), direction: "above", previous_score: 79 },
    ]);
  });

  test("are ignored for evaluators without scores and for disabled endpoints", async () => {
    const harness = await open();
    const { row } = await harness.register(url, watched);
    await score(harness, { mean: null });
    await harness.jobs.database.knex("webhooks").where({ id: row.id }).update({ enabled: false });
    await score(harness, { mean: 1 });
    expect(await crossings(harness)).toEqual([]);
    expect(await harness.jobs.database.knex("webhook_scores")).toEqual([]);
  });
});
