// The loads that one workspace puts on a server while the decisions of another workspace are measured.
import { createServer } from "node:http";
import { ApiError, type Assay } from "@assay/sdk";

const sampleCount = Number(process.env["ASSAY_TEST_BENCH_SAMPLES"] ?? 30_000);
export const changesPerSecond = 50;

/** Work that repeats until it is stopped. */
export class Load {
  #isRunning = true;
  readonly #done: Promise<unknown>;
  readonly #end: () => Promise<unknown>;

  constructor(
    parallel: number,
    step: () => PromiseLike<unknown>,
    end = async (): Promise<unknown> => undefined,
  ) {
    const run = async (): Promise<void> => {
      while (this.#isRunning) await step();
    };
    this.#done = Promise.all(Array.from({ length: parallel }, run));
    this.#end = end;
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#end();
    await this.#done;
  }
}

/** Prepares a load. @returns the function that starts it. */
export type PrepareLoad = (busy: Assay) => Promise<() => Promise<Load>>;

/** 20 clients repeat a call whose policy would cost 56,000,000 steps. */
export const slowPolicy: PrepareLoad = async ({ control }) => {
  const text = `forbid (principal, action, resource) when { context.args.text like "*${"a".repeat(899)}b" };`;
  await control.policies.create({ id: "slow", text });
  await control.agents.create({ id: "slow-bot", tools: ["chart.read"] });
  await control.agents.setPolicies("slow-bot", { policyIds: ["slow"] });
  const args = { text: "x".repeat(62_000) };
  const call = { agentId: "slow-bot", tool: "chart.read", args };
  return async () => new Load(20, () => control.authorize(call));
};

/** Batches of 100 calls whose policies cost 9,000,000 steps each: 11 are evaluated. Requires `slowPolicy`. */
export const costlyBatches: PrepareLoad = async ({ control }) => {
  const args = { text: "x".repeat(9980) };
  const requests = Array.from({ length: 100 }, () => ({ agentId: "slow-bot", tool: "chart.read", args }));
  return async () => new Load(1, () => control.authorizeBatch({ requests }));
};

/**
 * Simulations of 1,000 decisions with texts of 55,000 characters. They cost 1,980,000 steps each with the draft, so the
 * budget of a simulation suffices for all of them.
 */
export const simulations: PrepareLoad = async ({ control }) => {
  await control.agents.create({ id: "simulated-bot", tools: ["chart.read"] });
  const args = { text: "a".repeat(55_000) };
  const requests = Array.from({ length: 100 }, () => ({
    agentId: "simulated-bot",
    tool: "chart.read",
    args,
  }));
  for (let stored = 0; stored < 1000; stored += 100) await control.authorizeBatch({ requests });
  const text = `forbid (principal, action, resource) when { context.args.text like "*${"a".repeat(34)}b" };`;
  return async () =>
    new Load(1, async () => {
      const { replayed } = await control.policies.simulate({ text, agentId: "simulated-bot", last: 1000 });
      if (replayed !== 1000) throw new Error(`Only ${replayed} decisions were replayed.`);
    });
};

const jsonLines = (row: (index: number) => object): Blob =>
  new Blob([Array.from({ length: sampleCount }, (_, index) => `${JSON.stringify(row(index))}\n`).join("")], {
    type: "application/x-ndjson",
  });

/** Creates a dataset and two models with outputs, and evaluates both. */
async function evaluatedTwice(assay: Assay): Promise<string[]> {
  const { id: project } = await assay.projects.create({ name: "neighbors" });
  const { id: dataset } = await assay.datasets.create({ name: "neighbors", project });
  const cases = jsonLines((index) => ({
    id: `c-${index}`,
    input: "x",
    expected: { triage_level: "urgent" },
  }));
  await assay.datasets.importFile(dataset, cases, { contentType: "application/x-ndjson" });
  const evaluations: string[] = [];
  for (const wrongEach of [4, 3]) {
    const { id: model } = await assay.models.create({ name: "neighbor", version: `1/${wrongEach}` });
    const level = (index: number) => (index % wrongEach === 0 ? "routine" : "urgent");
    const outputs = jsonLines((index) => ({
      external_id: `c-${index}`,
      output: { triage_level: level(index) },
    }));
    await assay.samples.importOutputs(dataset, model, outputs);
    const evaluators = [{ type: "triage_accuracy" as const }];
    const { id } = await assay.evaluations.create({ name: model, project, dataset, model, evaluators });
    await assay.evaluations.wait(id, { pollIntervalMs: 50, timeoutMs: 600_000 });
    evaluations.push(id);
  }
  return evaluations;
}

/** 16 comparisons at once; those that the server refuses because it is busy are repeated. */
export const comparisons: PrepareLoad = async (busy) => {
  const evaluations = await evaluatedTwice(busy);
  const compare = async (): Promise<void> => {
    try {
      await busy.evaluations.compare({ evaluations });
    } catch (error) {
      if (!(error instanceof ApiError) || ![429, 503].includes(error.status)) throw error;
    }
  };
  return async () => new Load(16, compare);
};

/** Maximum number of concurrent calls of a workspace to one origin. */
const maxCalls = 8;

/** Starts an endpoint that never answers. */
async function startHangingEndpoint() {
  let count = 0;
  let resolveCalled: (() => void) | undefined;
  const called = new Promise<void>((resolve) => {
    resolveCalled = resolve;
  });
  const server = createServer(() => {
    count += 1;
    if (count === maxCalls) resolveCalled?.();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, called, close };
}

/** Evaluations of 100 samples, whose evaluator accepts calls and never answers them. They start with open calls. */
export const hangingEndpoint =
  (evaluations = 1): PrepareLoad =>
  async (busy) => {
    const { id: project } = await busy.projects.create({ name: "hanging" });
    const { id: dataset } = await busy.datasets.create({ name: "hanging", project });
    const samples = Array.from({ length: 100 }, (_, index) => ({ input: index, output: "x", expected: "x" }));
    await busy.samples.create(dataset, { samples });
    return async () => {
      const { url, called, close } = await startHangingEndpoint();
      const config = { webhook_url: url, timeout_seconds: 120, retry_count: 10 };
      const evaluators = [{ type: "custom" as const, config }];
      const ids: string[] = [];
      for (let index = 0; index < evaluations; index += 1)
        ids.push((await busy.evaluations.create({ name: "hanging", project, dataset, evaluators })).id);
      await called;
      const end = async (): Promise<void> => {
        for (const id of ids) await busy.evaluations.cancel(id);
        close();
      };
      return new Load(0, async () => undefined, end);
    };
  };

const textOf = (round: number): string =>
  `forbid (principal, action, resource == tool::"tool-${round % 7}");`;

/** 50 changes per second to the agent of the measured decisions, or to others and to entities and policies. */
export function startChanges({ control }: Assay, isSameAgent: boolean): Load {
  let round = 0;
  const changes = isSameAgent
    ? [() => control.agents.update("bot", { tools: ["chart.read", `tool-${round % 5}`] })]
    : [
        () => control.agents.update("other", { tools: ["chart.read", `tool-${round % 5}`] }),
        () =>
          control.entities.patch({
            entities: [{ type: "record", id: `r${round % 50}`, properties: { round } }],
          }),
        () => control.policies.replace("unattached", { text: textOf(round), unknownNames: "allow" }),
      ];
  return new Load(1, async () => {
    const started = performance.now();
    round += 1;
    await changes[round % changes.length]?.();
    const rest = 1000 / changesPerSecond - (performance.now() - started);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  });
}
