import { Command } from "commander";
import { environmentWithFile, readConfig } from "../config.ts";
import { jobKinds } from "../jobs/kinds.ts";
import { startWorker } from "../jobs/worker.ts";
import {
  openRuntime,
  type RunningServer,
  startServer,
  dispatcherOptionsOf,
  workerOptionsOf,
} from "../start-server.ts";
import { startDispatcher } from "../webhooks/dispatcher.ts";
import { attempt } from "./attempt.ts";

const hardStopMs = 25_000;

/** `serve`: HTTP, with workers inside unless told otherwise. */
export function serveCommand(): Command {
  return new Command("serve")
    .description("Serve both APIs, with workers inside.")
    .option("--no-worker", "leave the work to `assay-server worker` processes")
    .option("--drain-seconds <n>", "on stop: how long /readyz says 503 before connections are refused", "1")
    .action((options: { worker: boolean; drainSeconds: string }) =>
      attempt(async () => {
        const config = readConfig(environmentWithFile());
        const drainMs = Number(options.drainSeconds) * 1000;
        const starting = startServer(config, {}, { withWorker: options.worker, drainMs });
        // Before it is up: a signal that comes early must not end the process in the middle of a migration.
        stopOnSignal(async () => (await starting).close());
        announce(await starting, options.worker);
      }),
    );
}

/** `worker`: works on jobs and sends to webhooks, serves nothing. Needs Postgres: the embedded database has one process. */
export function workerCommand(): Command {
  return new Command("worker").description("Work on jobs and send to webhooks; serve nothing.").action(() =>
    attempt(async () => {
      const config = readConfig(environmentWithFile());
      const starting = openRuntime(config).then(({ deps, close }) => {
        const worker = startWorker(deps, jobKinds, workerOptionsOf(deps));
        return { worker, dispatcher: startDispatcher(deps, dispatcherOptionsOf(deps)), close };
      });
      stopOnSignal(async () => {
        const { worker, dispatcher, close } = await starting;
        await Promise.all([worker.stop(), dispatcher.stop()]);
        await close();
      });
      await starting;
      console.log(
        `Assay worker ${process.pid} takes jobs (${config.workerConcurrency} at a time). Ctrl-C stops it.`,
      );
    }),
  );
}

function announce(server: RunningServer, withWorker: boolean): void {
  const { config, database } = server.deps;
  const engine =
    database.engine === "embedded"
      ? `embedded database in ${config.dataDir} (for trying out and for one machine; set DATABASE_URL for Postgres)`
      : "Postgres";
  console.log(
    `Assay listens on ${server.url}, ${engine}, ${withWorker ? "with workers inside" : "without workers"}.`,
  );
  if (server.firstSecret !== undefined) {
    console.log(`First API key (shown this once, with every scope): ${server.firstSecret}`);
  }
}

/** Stops cleanly on SIGTERM or Ctrl-C, at the latest after 25 seconds; at once on the second. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(130);
    stopping = true;
    console.log("Stopping …");
    setTimeout(() => process.exit(1), hardStopMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
