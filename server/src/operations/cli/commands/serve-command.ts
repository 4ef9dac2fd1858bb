import { Command, InvalidArgumentError } from "commander";
import { ConfigError, readConfig } from "../../../platform/config.ts";
import { environmentWithFile } from "../../../platform/environment.ts";
import { jobKinds } from "../../../app/job-kinds.ts";
import { startWorker } from "../../../platform/jobs/worker.ts";
import { startMetricsServer } from "../../../platform/metrics/start-metrics-server.ts";
import {
  openService,
  prepareService,
  type RunningServer,
  startServer,
  dispatcherOptionsOf,
  workerOptionsOf,
} from "../../../app/start-server.ts";
import { startDispatcher } from "../../../webhooks/deliveries/dispatcher.ts";
import { attempt, type OutputOptions, printResult } from "../output.ts";

/**
 * Maximum time from a stop signal until the process exits (milliseconds): the time for requests and jobs that
 * are still running, plus a margin for cleanup.
 */
const stopTimeoutMs = 25_000;
/**
 * Stop signals within this time count as one signal (milliseconds), because a process in a process group can
 * receive the same signal twice.
 */
const repeatedSignalMs = 1000;
const maxDrainSeconds = 300;

function drainSeconds(text: string): number {
  if (/^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) <= maxDrainSeconds) return Number(text);
  throw new InvalidArgumentError(
    `The value is ${JSON.stringify(text)}; it must be a number of seconds from 0 to ${maxDrainSeconds}.`,
  );
}

/** `serve`: serves the APIs over HTTP, and runs jobs unless `--no-worker` is given. */
export function serveCommand(): Command {
  return new Command("serve")
    .description("Serve the APIs and run workers.")
    .option("--no-worker", "run no workers; start them with `assay-server worker`")
    .option(
      "--drain-seconds <n>",
      "time for which /readyz returns 503 before connections are refused",
      drainSeconds,
      1,
    )
    .action((options: OutputOptions & { worker: boolean; drainSeconds: number }) =>
      attempt(options, async () => {
        const config = readConfig(environmentWithFile());
        const drainMs = options.drainSeconds * 1000;
        const starting = startServer(config, {}, { withWorker: options.worker, drainMs });
        // The signal handlers are registered before the start completes, because an early stop signal must
        // not interrupt a migration.
        stopOnSignal(async () => (await starting).close(), stopTimeoutMs + drainMs);
        announce(await starting, options);
      }),
    );
}

/**
 * `worker`: runs jobs and delivers webhooks, without serving HTTP. Requires Postgres, because only one
 * process can use an embedded database.
 */
export function workerCommand(): Command {
  return new Command("worker")
    .description("Run jobs and deliver webhooks, without serving the APIs.")
    .action((options: OutputOptions) =>
      attempt(options, async () => {
        const config = readConfig(environmentWithFile());
        if (!config.databaseUrl)
          throw new ConfigError(
            "DATABASE_URL is required: a worker needs Postgres, because only one process can use the embedded database. `assay-server serve` runs its own workers.",
          );
        const readiness = { accepting: true };
        const starting = openService(config, {}).then(async ({ deps, close }) => {
          await prepareService(deps);
          const watched = await startMetricsServer(deps, readiness);
          const worker = startWorker(deps, jobKinds, workerOptionsOf(deps));
          return { worker, dispatcher: startDispatcher(deps, dispatcherOptionsOf(deps)), watched, close };
        });
        stopOnSignal(async () => {
          const { worker, dispatcher, watched, close } = await starting;
          readiness.accepting = false;
          await Promise.all([worker.stop(), dispatcher.stop()]);
          await watched.close();
          await close();
        }, stopTimeoutMs);
        await starting;
        printResult(options, { pid: process.pid, concurrency: config.slots.compute }, [
          `Assay worker ${process.pid} runs jobs (${config.slots.compute} concurrently). Stop with Ctrl-C.`,
        ]);
      }),
    );
}

function announce(server: RunningServer, options: OutputOptions & { worker: boolean }): void {
  const { config, database } = server.deps;
  const engine =
    database.engine === "embedded"
      ? `embedded database in ${config.dataDir} (for evaluation and single-host use; set DATABASE_URL for Postgres)`
      : "Postgres";
  const { url, firstSecret } = server;
  printResult(
    options,
    { url, engine: database.engine, worker: options.worker, first_api_key: firstSecret ?? null },
    [
      `Assay listens on ${url}, ${engine}, ${options.worker ? "with workers" : "without workers"}.`,
      ...(firstSecret === undefined ? [] : [`First API key (shown once, with all scopes): ${firstSecret}`]),
    ],
  );
}

/**
 * Stops gracefully on SIGTERM, on Ctrl-C or when the terminal closes. Exits immediately after the timeout or
 * on a second signal.
 */
function stopOnSignal(stop: () => Promise<void>, timeoutMs: number): void {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    // A process in a stopped process group receives the signal twice: from the group and from the parent
    // process.
    if (stoppingSince !== undefined && now - stoppingSince < repeatedSignalMs) return;
    if (stoppingSince !== undefined) process.exit(130);
    stoppingSince = now;
    console.error("Stopping …");
    setTimeout(() => {
      console.error(
        `Stop timed out after ${timeoutMs / 1000} s; other processes retry the work in progress.`,
      );
      process.exit(1);
    }, timeoutMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, onSignal);
}
