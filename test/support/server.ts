import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expireApprovals } from "../../server/src/control/approvals/expire-approvals.ts";
import { readConfig } from "../../server/src/platform/config.ts";
import type { Database } from "../../server/src/platform/db/connection/connect.ts";
import { inTransaction } from "../../server/src/platform/db/transaction.ts";
import type { Worker } from "../../server/src/platform/jobs/worker.ts";
import type { Logger } from "../../server/src/platform/log.ts";
import { sweepReviews } from "../../server/src/review/tasks/assignment/sweep-reviews.ts";
import { startServer, type RunningServer } from "../../server/src/app/start-server.ts";
import type { Dispatcher } from "../../server/src/webhooks/deliveries/dispatcher.ts";
import { createAdminKey, createWorkspace } from "../../server/src/workspace/workspaces/workspace-service.ts";
import { freshDatabase } from "./database.ts";
import { skipRetryDelays } from "./pauses.ts";

/** A test's server on a separate database, with a clock that can be advanced. */
export interface TestServer extends RunningServer {
  worker: Worker;
  dispatcher: Dispatcher;
  /** Creates an empty workspace. @returns the secret of a key with every scope. */
  newWorkspace: () => Promise<string>;
  /** Advances the server's clock. The database's clock, by which jobs are scheduled, does not change. */
  advance: (ms: number) => void;
  /** Waits until due work is done, each event has its deliveries, and no delivery is due. */
  settled: () => Promise<void>;
}

/** Configuration for a test's server, in addition to the common configuration. */
export type TestServerVariables = Record<
  `ASSAY_${string}` | `OTEL_${string}` | "LOG_LEVEL" | "METRICS_PORT",
  string
>;

/**
 * Starts a server on a free port, optionally with a log, or on a given database, which the server closes. If a response violates the contract, the request
 * fails.
 *
 * @throws {Error} for "postgres" if no server is available: see `postgresUrl`.
 */
export async function startTestServer(
  engine: Database["engine"],
  variables: Partial<TestServerVariables> = {},
  { log, database: given }: { log?: Logger; database?: Database } = {},
): Promise<TestServer> {
  const database = given ?? (await freshDatabase(engine));
  const witnessDir = mkdtempSync(join(tmpdir(), "assay-witness-"));
  const config = readConfig({
    PORT: "0",
    LOG_LEVEL: "fatal",
    ASSAY_SECRET_KEYS: `1:${randomBytes(32).toString("base64")}`,
    ASSAY_WITNESS_DIR: witnessDir,
    ...variables,
  });
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const server = await startServer(config, {
    database,
    now,
    pause: skipRetryDelays,
    strictResponses: true,
    ...(log && { log }),
  });
  const { worker, dispatcher, deps } = server;
  let sweeping: Promise<void> = Promise.resolve();
  if (!worker || !dispatcher) throw new Error("The server was started without a worker.");
  return {
    ...server,
    worker,
    dispatcher,
    newWorkspace: () =>
      inTransaction(database, async (tx) => {
        const { id: workspaceId } = await createWorkspace(tx, deps, `Test ${randomUUID()}`);
        return createAdminKey(tx, deps, { workspaceId, name: "First key" });
      }),
    advance: (ms) => {
      offset += ms;
      // Run due work and send its messages immediately, instead of at the next poll.
      sweeping = sweeping
        .then(() => sweepReviews(deps))
        .then(() => expireApprovals(deps))
        .then(() => void dispatcher.idle());
    },
    settled: async () => {
      await sweeping;
      await dispatcher.idle();
    },
    close: async () => {
      await sweeping;
      await server.close();
      rmSync(witnessDir, { recursive: true, force: true });
    },
  };
}
