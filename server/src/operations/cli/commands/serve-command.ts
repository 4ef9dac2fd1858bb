import { Command, InvalidArgumentError } from "commander";
import { ConfigError, environmentWithFile, readConfig } from "../../../platform/config.ts";
import { jobKinds } from "../../../app/job-kinds.ts";
import { migrateUp } from "../../../platform/db/migrate.ts";
import { startWorker } from "../../../platform/jobs/worker.ts";
import { watchOn } from "../../../platform/metrics/watch-on.ts";
import {
  openRuntime,
  type RunningServer,
  startServer,
  dispatcherOptionsOf,
  workerOptionsOf,
} from "../../../app/start-server.ts";
import { startDispatcher } from "../../../webhooks/deliveries/dispatcher.ts";
import { attempt, type OutputOptions, tell } from "../output.ts";

/** How long what is in flight, and jobs in hand, may take to end, with some to spare for those who clean up. */
const hardStopMs = 25_000;
const sameStopMs = 1000;
const longestDrainSeconds = 300;

function drainSeconds(text: string): number {
  if (/^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) <= longestDrainSeconds) return Number(text);
  throw new InvalidArgumentError(
    `It is ${JSON.stringify(text)}; seconds from 0 to ${longestDrainSeconds} are accepted.`,
  );
}

/** `serve`: HTTP, with workers inside unless told otherwise. */
export function serveCommand(): Command {
  return new Command("serve")
    .description("Serve both APIs, with workers inside.")
    .option("--no-worker", "leave the work to `assay-server worker` processes")
    .option(
      "--drain-seconds <n>",
      "on stop: how long /readyz says 503 before connections are refused",
      drainSeconds,
      1,
    )
    .action((options: OutputOptions & { worker: boolean; drainSeconds: number }) =>
      attempt(options, async () => {
        const config = readConfig(environmentWithFile());
        const drainMs = options.drainSeconds * 1000;
        const starting = startServer(config, {}, { withWorker: options.worker, drainMs });
        // Before it is up: a signal that comes early must not end the process in the middle of a migration.
        stopOnSignal(async () => (await starting).close(), hardStopMs + drainMs);
        announce(await starting, options);
      }),
    );
}

/** `worker`: works on jobs and sends to webhooks, serves nothing. Needs Postgres: the embedded database has one process. */
export function workerCommand(): Command {
  return new Command("worker")
    .description("Work on jobs and send to webhooks; serve nothing.")
    .action((options: OutputOptions) =>
      attempt(options, async () => {
        const config = readConfig(environmentWithFile());
        if (!config.databaseUrl)
          throw new ConfigError(
            "DATABASE_URL is not set: a worker needs Postgres, as one process alone can use the embedded database. `assay-server serve` works on its jobs itself.",
          );
        const readiness = { accepting: true };
        const starting = openRuntime(config, {}, migrateUp).then(async ({ deps, close }) => {
          const watched = await watchOn(deps, readiness);
          const worker = startWorker(deps, jobKinds, workerOptionsOf(deps));
          return { worker, dispatcher: startDispatcher(deps, dispatcherOptionsOf(deps)), watched, close };
        });
        stopOnSignal(async () => {
          const { worker, dispatcher, watched, close } = await starting;
          readiness.accepting = false;
          await Promise.all([worker.stop(), dispatcher.stop()]);
          await watched.close();
          await close();
        }, hardStopMs);
        await starting;
        tell(options, { pid: process.pid, concurrency: config.workerConcurrency }, [
          `Assay worker ${process.pid} takes jobs (${config.workerConcurrency} at a time). Ctrl-C stops it.`,
        ]);
      }),
    );
}

function announce(server: RunningServer, options: OutputOptions & { worker: boolean }): void {
  const { config, database } = server.deps;
  const engine =
    database.engine === "embedded"
      ? `embedded database in ${config.dataDir} (for trying out and for one machine; set DATABASE_URL for Postgres)`
      : "Postgres";
  const { url, firstSecret } = server;
  tell(
    options,
    { url, engine: database.engine, worker: options.worker, first_api_key: firstSecret ?? null },
    [
      `Assay listens on ${url}, ${engine}, ${options.worker ? "with workers inside" : "without workers"}.`,
      ...(firstSecret === undefined
        ? []
        : [`First API key (shown this once, with every scope): ${firstSecret}`]),
    ],
  );
}

/**
 * Stops cleanly on SIGTERM, Ctrl-C or the end of its terminal; at once when it takes too long, and when that is said again
 * later.
 */
function stopOnSignal(stop: () => Promise<void>, longestMs: number): void {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    // Whoever stops a group of processes tells us themselves, and so does the one above us.
    if (stoppingSince !== undefined && now - stoppingSince < sameStopMs) return;
    if (stoppingSince !== undefined) process.exit(130);
    stoppingSince = now;
    console.error("Stopping …");
    setTimeout(() => {
      console.error(
        `Not everything came to its end within ${longestMs / 1000} s; what was in hand is left to others.`,
      );
      process.exit(1);
    }, longestMs).unref();
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
