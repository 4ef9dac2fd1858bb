// Measures an evaluation of 20 samples and its export beside the evaluations of other workspaces: evaluations whose
// endpoint never answers, and a long queue. Each figure is compared with the same measurement without the load, in the
// same run.
import { Assay } from "@assay/sdk";
import type { BenchRow } from "./bench-row.ts";
import { hangingEndpoint, Load, type PrepareLoad } from "./neighbor-loads.ts";
import { median, newWorkspace, seconds, serve } from "./serve.ts";

const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 5);
const queued = Number(process.env["ASSAY_TEST_BENCH_EVALUATIONS"] ?? 150);
const evaluators = [{ type: "triage_accuracy" as const }];
const often = { pollIntervalMs: 20, timeoutMs: 600_000 };

/** Creates a dataset. */
async function createDataset(assay: Assay, count: number): Promise<{ project: string; dataset: string }> {
  const { id: project } = await assay.projects.create({ name: "queues" });
  const { id: dataset } = await assay.datasets.create({ name: "queues", project });
  const sample = { input: "x", output: { triage_level: "urgent" }, expected: { triage_level: "urgent" } };
  for (let start = 0; start < count; start += 1000)
    await assay.samples.create(dataset, {
      samples: Array.from({ length: Math.min(1000, count - start) }, () => sample),
    });
  return { project, dataset };
}

/** Prepares several loads, each with the client of a workspace, that start together. */
async function together(loads: readonly (readonly [Assay, PrepareLoad])[]): Promise<() => Promise<Load>> {
  const starts: (() => Promise<Load>)[] = [];
  for (const [client, prepare] of loads) starts.push(await prepare(client));
  return async () => {
    const started = await Promise.all(starts.map((start) => start()));
    const end = () => Promise.all(started.map((load) => load.stop()));
    return new Load(0, async () => undefined, end);
  };
}

/** A queue of evaluations of 2,000 samples. Those that have not ended are cancelled at the end. */
const queueOfEvaluations: PrepareLoad = async (busy) => {
  const source = await createDataset(busy, 2000);
  return async () => {
    const ids: string[] = [];
    for (let index = 0; index < queued; index += 1)
      ids.push((await busy.evaluations.create({ ...source, name: `queued ${index}`, evaluators })).id);
    const cancel = async (): Promise<void> => {
      for (const id of ids) await busy.evaluations.cancel(id).catch(() => undefined);
    };
    return new Load(0, async () => undefined, cancel);
  };
};

/** Durations of an evaluation and of its export, from the request to the end (seconds). */
type Durations = Record<"evaluation" | "export", number>;

async function measure(assay: Assay, source: { project: string; dataset: string }): Promise<Durations> {
  let evaluation = "";
  const evaluated = await seconds(async () => {
    ({ id: evaluation } = await assay.evaluations.create({ ...source, name: "measured", evaluators }));
    await assay.evaluations.wait(evaluation, often);
  });
  const exported = await seconds(async () => {
    const { id } = await assay.exports.create({
      project: source.project,
      evaluations: [evaluation],
      format: "csv",
    });
    await assay.exports.wait(id, often);
  });
  return { evaluation: evaluated, export: exported };
}

interface Measurement {
  beside: string;
  prepare: () => Promise<() => Promise<Load>>;
  /** Returns the maximum duration beside the load (seconds). */
  limit: (alone: number) => number;
  peer: string;
  /** Number of runs before the measurement, while the load starts: starting it takes CPU time, too. */
  warmUps: number;
  measured: (keyof Durations)[];
}

/** Measures in turns without and with a load. */
async function rowsOf(
  { beside, prepare, limit, peer, warmUps, measured }: Measurement,
  run: () => Promise<Durations>,
) {
  const start = await prepare();
  const pairs: [alone: Durations, beside: Durations][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await run();
    const load = await start();
    for (let warmUp = 0; warmUp < warmUps; warmUp += 1) await run();
    pairs.push([alone, await run()]);
    await load.stop();
  }
  console.log(`beside ${beside}:`, JSON.stringify(pairs));
  return measured.map((what): BenchRow => {
    const ours = median(pairs.map(([, loaded]) => loaded[what]));
    const theirs = limit(median(pairs.map(([alone]) => alone[what])));
    return {
      what: `${what} of 20 samples beside ${beside}`,
      unit: "s",
      ours,
      peer,
      theirs,
      ratio: theirs / ours,
      atLeast: 1,
    };
  });
}

/** Returns the medians of `ASSAY_TEST_BENCH_ROUNDS` (5) rounds for each load. */
export async function benchQueues(url: string): Promise<BenchRow[]> {
  process.env["ASSAY_OUTBOUND_ALLOW"] = "127.0.0.0/8";
  const { baseUrl, secret, stop } = await serve(url);
  const clientOf = (apiKey: string) => new Assay({ apiKey, baseUrl, timeoutMs: 600_000 });
  const own = clientOf(secret);
  const newClient = (name: string) => clientOf(newWorkspace(url, name));
  const [first, second, third] = [newClient("First"), newClient("Second"), newClient("Third")];
  const rows: BenchRow[] = [];
  const hanging = { limit: (alone: number) => 1.5 * alone, peer: "1.5 × alone", warmUps: 1 };
  const both: (keyof Durations)[] = ["evaluation", "export"];
  const measurements: Measurement[] = [
    {
      ...hanging,
      beside: "an evaluation whose endpoint never answers",
      prepare: () => together([[first, hangingEndpoint()]]),
      measured: both,
    },
    {
      ...hanging,
      beside: "10 such evaluations of 3 workspaces",
      prepare: () =>
        together([
          [first, hangingEndpoint(4)],
          [second, hangingEndpoint(3)],
          [third, hangingEndpoint(3)],
        ]),
      measured: both,
    },
    {
      beside: `${queued} evaluations of 2,000 samples`,
      prepare: () => together([[first, queueOfEvaluations]]),
      limit: (alone) => 2 * alone + 1,
      peer: "2 × alone + 1 s",
      warmUps: 0,
      measured: ["evaluation"],
    },
  ];
  try {
    const source = await createDataset(own, 20);
    const run = () => measure(own, source);
    for (let warmUp = 0; warmUp < 5; warmUp += 1) await run();
    for (const measurement of measurements) rows.push(...(await rowsOf(measurement, run)));
  } finally {
    await stop();
  }
  return rows;
}
