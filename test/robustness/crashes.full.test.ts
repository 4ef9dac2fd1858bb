// Kills processes (SIGKILL) at random times under a load of every kind: nothing acknowledged is lost, nothing
// is duplicated, and nothing remains stuck.
import { Assay } from "@assay/sdk";
import { verifyExport } from "@assay/sdk/verify";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { bySize, testSeed } from "../support/test-size.ts";
import {
  acknowledged,
  type CrashHarness,
  crashHarness,
  embeddedCrashHarness,
  randomOf,
} from "./harness/crash-harness.ts";

const havePostgres = (await postgresUrl()) !== null;
const clients = 4;
const rounds = bySize(2, 80);
const imported = 40;
const evaluated = 120;
const levels = ["emergent", "urgent", "semi_urgent", "routine"];
const patience = { timeout: 300_000, interval: 200 };

describe.each([
  { what: "two servers and a worker on Postgres", possible: havePostgres, start: crashHarness },
  { what: "a server on the embedded database", possible: true, start: embeddedCrashHarness },
])(`$what, killed again and again (seed ${testSeed})`, ({ possible, start }) => {
  test.skipIf(!possible)(
    `lose nothing acknowledged, duplicate nothing, and leave nothing stuck`,
    async () => {
      const receiver = await startReceiver(() => ({}));
      onTestFinished(() => receiver.close());
      const harness = await start();
      onTestFinished(() => harness.close());
      const targets = await arrange(harness, receiver);
      const random = randomOf(testSeed);
      const progress = { acknowledged: 0, due: 3, killed: 0 };
      const over = new AbortController();
      const killing = (async () => {
        while (!over.signal.aborted) {
          if (progress.acknowledged < progress.due) await new Promise((resolve) => setTimeout(resolve, 5));
          else {
            await harness.kill(Math.floor(random() * harness.processCount));
            progress.killed += 1;
            progress.due = progress.acknowledged + 1 + Math.floor(random() * 12);
          }
        }
      })();
      const loads = targets.reviewers.map((_, client) => load(harness, targets, { client, progress }));
      try {
        await Promise.all(loads);
      } finally {
        over.abort();
        await killing;
      }
      expect(progress.killed).toBeGreaterThanOrEqual(2);

      const assay = new Assay({ apiKey: harness.apiKey, baseUrl: harness.url(() => 0) });
      for await (const { id } of assay.evaluations.list({ limit: 100 })) {
        const done = await assay.evaluations.wait(id, { timeoutMs: 600_000 });
        expect(done).toMatchObject({
          status: "completed",
          progress: { total: evaluated, completed: evaluated, failed: 0 },
        });
      }
      for await (const { id } of assay.exports.list({ limit: 100 }))
        expect(await assay.exports.wait(id, { timeoutMs: 600_000 })).toMatchObject({
          status: "completed",
          row_count: evaluated,
        });
      const all = clients * rounds;
      await expect.poll(() => deliveries(assay), patience).toEqual({ delivered: all });
      // All jobs are done.
      await expect.poll(() => waitingJobs(harness), patience).toEqual([]);
      const log = await (await get(harness, "/api/evidence/export")).text();
      const keys: { keys: object[] } = JSON.parse(
        await (await get(harness, "/.well-known/jwks.json")).text(),
      );
      expect(await assay.datasets.get(targets.target)).toMatchObject({
        sample_count: all * imported,
        version: all,
      });
      const rowsOf = await harness.end();

      // Each event is logged once, and the whole log verifies.
      expect(
        await rowsOf(
          "select count(*)::int, count(distinct data->>'n')::int as own from events where type = 'load'",
        ),
      ).toEqual([{ count: all, own: all }]);
      expect(await verifyExport(log, { keys })).toMatchObject({ valid: true, problemCount: 0 });

      // Each import is complete and applied once: the samples and versions match the acknowledged imports.
      const samples = await rowsOf(
        `select count(*)::int, count(distinct external_id)::int as own from samples where external_id like 'i-%'`,
      );
      expect(samples).toEqual([{ count: all * imported, own: all * imported }]);

      // Each evaluation and each result is stored once; each completion is delivered once per subscriber.
      expect(
        await rowsOf(
          "select count(*)::int, count(distinct name)::int as own from evaluations where name like 'e-%'",
        ),
      ).toEqual([{ count: all, own: all }]);
      const results = (all + 1) * evaluated;
      for (const table of ["results", "sample_scores"])
        expect(
          await rowsOf(
            `select count(*)::int, count(distinct (evaluation_id, sample_id))::int as own from ${table}`,
          ),
        ).toEqual([{ count: results, own: results }]);
      expect(await rowsOf("select count(*)::int from webhook_deliveries")).toEqual([{ count: all }]);
      const recorded = new Set(
        receiver.calls.map(
          ({ headers, raw }) =>
            `${String(headers["webhook-id"])} ${JSON.parse(raw.toString()).data.evaluation}`,
        ),
      );
      expect(recorded.size).toBe(all);

      // Each review is stored once, with only its first revision.
      expect(
        await rowsOf(
          "select count(*)::int, count(distinct (task_id, sample_id, reviewer_id))::int as own, max(revision) as revision from reviews",
        ),
      ).toEqual([{ count: all, own: all, revision: 1 }]);
      expect(await rowsOf("select count(*)::int from review_revisions")).toEqual([{ count: all }]);

      // Each returned decision is logged, and its cost is counted once despite retries.
      const decided = await rowsOf(
        `select count(distinct data->'said'->'args'->>'n')::int as recorded,
           (select sum(amount)::int from agent_usage where kind = 'cost') as spent
         from events where type = 'policy_decision'`,
      );
      expect(decided).toEqual([{ recorded: all, spent: all }]);

      // No unfinished job is left. Rows that a killed import has staged may remain, because they are deleted
      // after a day.
      expect(await rowsOf("select id from jobs where state <> 'done'")).toEqual([]);
      expect(
        await rowsOf(
          `select 1 from staged_samples group by import_id having count(*) > ${imported}
           or (select count(distinct import_id) from staged_samples) > ${progress.killed * clients}`,
        ),
      ).toEqual([]);
    },
    bySize(2_400_000, 21_600_000),
  );
});

const get = (harness: CrashHarness, path: string) =>
  fetch(`${harness.url(() => 0)}${path}`, { headers: { authorization: `Bearer ${harness.apiKey}` } });

/** Returns the number of deliveries by status. */
async function deliveries({ webhooks }: Assay): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for await (const { id } of webhooks.list())
    for await (const { status } of webhooks.deliveries(id, { limit: 100 }))
      counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Returns the metrics of jobs that are not done. */
const waitingJobs = async (harness: CrashHarness): Promise<string[]> =>
  (await (await get(harness, "/metrics")).text())
    .split("\n")
    .filter((line) => line.startsWith("assay_jobs{") && !line.endsWith(" 0"));

type LoadTargets = Awaited<ReturnType<typeof arrange>>;

/** Creates the objects for the load: a dataset to evaluate, one to import into, and a reviewer per client. */
async function arrange(harness: CrashHarness, { url }: Receiver) {
  const assay = new Assay({ apiKey: harness.apiKey, baseUrl: harness.url(() => 0) });
  const { id: project } = await assay.projects.create({ name: "Crashes" });
  const { id: target } = await assay.datasets.create({ name: "Imported to", project });
  const { id: dataset } = await assay.datasets.create({ name: "Evaluated", project });
  const rows = Array.from({ length: evaluated }, (_, index) => ({
    external_id: `s-${index}`,
    input: index,
    expected: { triage_level: levels[index % 4] },
    output: { triage_level: levels[(index * index) % 4] },
  }));
  const { data } = await assay.samples.create(dataset, { samples: rows });
  const samples = data.map(({ id }) => id);
  const evaluators = [{ type: "triage_accuracy" as const }];
  const { id: evaluation } = await assay.evaluations.create({
    name: "First",
    project,
    dataset,
    evaluators,
    run_async: false,
  });
  await assay.evaluations.wait(evaluation);
  await assay.webhooks.create({ event_types: ["evaluation.completed"], url });
  await assay.control.agents.create({ id: "bot", tools: ["chart.read"] });
  await assay.control.settings.put({ spendCeiling: { cost: 1000, windowSeconds: 86_400 } });
  const { id: rubric } = await assay.reviews.rubrics.create({
    name: "OK?",
    project,
    dimensions: [{ id: "ok", name: "OK?", type: "boolean" }],
  });
  const reviewers = [];
  for (let client = 0; client < clients; client += 1) {
    const { id } = await assay.reviews.reviewers.create({ name: `R${client}`, credentials: ["MD"] });
    const { secret } = await assay.apiKeys.create({ name: "Reviewer", preset: "reviewer", reviewer: id });
    const { id: task } = await assay.reviews.tasks.create({
      project,
      samples: samples.slice(0, rounds),
      rubric,
      evaluation,
      assignment: { mode: "manual", reviewer_id: id },
    });
    reviewers.push({ apiKey: secret, task });
  }
  return { project, target, dataset, samples, evaluation, evaluators, reviewers };
}

interface Loading {
  client: number;
  /** The number of acknowledged requests, and the number at which the test kills the next process. */
  progress: { acknowledged: number; due: number };
}

/**
 * Does the work of one client: sends one request of each kind per round, and resends each until it is
 * acknowledged.
 */
async function load(
  harness: CrashHarness,
  targets: LoadTargets,
  { client, progress }: Loading,
): Promise<void> {
  const random = randomOf(testSeed * 1000 + client);
  const { project, target, dataset, evaluation, evaluators } = targets;
  const reviewer = targets.reviewers[client] ?? { apiKey: "", task: "" };
  for (let round = 0; round < rounds; round += 1) {
    const name = `${client}-${round}`;
    const lines = Array.from({ length: imported }, (_, index) =>
      JSON.stringify({ id: `i-${name}-${index}`, input: index }),
    );
    const pieces = [
      { path: "/api/events", body: { type: "load", data: { n: name } } },
      { path: `/v1/datasets/${target}/samples/import?mode=append`, body: `${lines.join("\n")}\n` },
      { path: "/v1/evaluations", body: { name: `e-${name}`, project, dataset, evaluators } },
      {
        path: `/v1/reviews/tasks/${reviewer.task}/reviews`,
        body: { sample: targets.samples[round], grades: { ok: { value: true } } },
        apiKey: reviewer.apiKey,
      },
      {
        path: "/api/policy/authorize",
        body: { agentId: "bot", tool: "chart.read", args: { n: name }, context: { cost: 1 } },
      },
      { path: "/v1/scores/export", body: { project, format: "json", evaluations: [evaluation] } },
    ];
    for (const [index, piece] of pieces.entries()) {
      // Wait for the next kill. A process takes seconds to restart, and the work must not be complete by
      // then.
      while (progress.acknowledged > progress.due + 10)
        await new Promise((resolve) => setTimeout(resolve, 5));
      await acknowledged(
        harness,
        { apiKey: harness.apiKey, idempotencyKey: `${name}-${index}`, ...piece },
        random,
      );
      progress.acknowledged += 1;
    }
  }
}
