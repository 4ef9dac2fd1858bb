// Test harness for jobs: a new database, and services with a clock that stands still.
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { skipRetryDelays } from "../../../../test/support/pauses.ts";
import { postgresUrl } from "../../../../test/support/test-postgres.ts";
import { testTier } from "../../../../test/support/test-tier.ts";
import { type Database, openDatabase } from "../db/connection/connect.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Deps } from "../../app/deps.ts";
import { evaluationHooks } from "../../app/evaluation-hooks.ts";
import { createLogger, standardError } from "../log.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { AddressGuard, parseNetworks } from "../outbound/address-guard.ts";
import { CallSlots } from "../outbound/call-slots.ts";
import { Circuits } from "../outbound/circuits/circuits.ts";
import { guardedConnector, systemResolve } from "../outbound/guarded-connector.ts";
import { OutboundHttp } from "../outbound/outbound-http.ts";
import { SecretBox } from "../secrets/secret-box.ts";
import { ThreadTasks } from "../threads/thread-tasks.ts";
import { type Job, JobQueue, type NewJob } from "./queue.ts";
import { present } from "./queue-sql.ts";

const haveServer = (await postgresUrl()) !== null;

/**
 * The database engines on which tests of services and queries run. `npm run test:full` runs them on both.
 * `npm test` runs them on Postgres, because the scenarios of the API run on the embedded database. If there
 * is no Postgres server, they run on the embedded database, and the test output states which tests were
 * omitted.
 */
export const engines: readonly Database["engine"][] = !haveServer
  ? ["embedded"]
  : testTier === "full"
    ? ["embedded", "postgres"]
    : ["postgres"];

/** The state of a job, as stored in the database. */
export interface StoredJob {
  id: string;
  kind: string;
  lane: string;
  state: string;
  attempts: number;
  last_error: string | null;
  lease_token: string | null;
}

const newId = () => uuidv7();

const loopback = new AddressGuard(parseNetworks("127.0.0.0/8") ?? []);
const keys = [{ version: "1", key: Buffer.alloc(32, 7) }] as const;

/** Returns test services that use a database. They include only the services that jobs use. */
function testDeps(database: Database, now: () => Date): Deps {
  const services: Omit<Deps, "config" | "evidence" | "policies" | "hashSecret" | "invalidateApiKeys"> = {
    database,
    now,
    newId,
    log: createLogger("silent", standardError()),
    metrics: createMetrics(),
    tracing: undefined,
    jobs: new JobQueue(database, { newId }),
    secrets: new SecretBox(database.knex, keys),
    addresses: loopback,
    outbound: new OutboundHttp(guardedConnector(loopback, systemResolve)),
    callSlots: new CallSlots({ perProcess: 64, perWorkspace: 16, perOrigin: 8 }),
    circuits: new Circuits(),
    threads: new ThreadTasks({ count: 2, memoryMb: 256 }),
    pause: skipRetryDelays,
    random: () => 0.5,
    evaluationHooks,
  };
  // Jobs use no other services. A test that uses another one fails, because it is undefined.
  return services as Deps;
}

/** A database with an empty queue and a workspace for the test. */
export class JobHarness {
  workspaceId = "";
  /** The current time, as the services see it. */
  instant = new Date("2026-02-11T08:00:00.000Z");
  readonly database: Database;
  readonly deps: Deps;
  readonly #opened: Database[];

  constructor(database: Database) {
    this.database = database;
    this.deps = testDeps(database, () => this.instant);
    this.#opened = [database];
  }

  async reset(): Promise<void> {
    await this.database.knex.raw("truncate jobs, lane_turns");
    this.workspaceId = await this.addWorkspace();
  }

  /** Adds a workspace, and returns its id. */
  async addWorkspace(): Promise<string> {
    const id = this.deps.newId();
    await this.database.knex("workspaces").insert({ id, name: id, created_at: this.instant });
    return id;
  }

  async close(): Promise<void> {
    for (const database of this.#opened.toReversed()) await database.close();
  }

  /**
   * Returns the services of another process that uses the same database. On a server, they have their own
   * connections.
   */
  async another(): Promise<Deps> {
    const { url } = this.database;
    if (url === null) return testDeps(this.database, () => this.instant);
    const other = await openDatabase({ url });
    this.#opened.push(other);
    return testDeps(other, () => this.instant);
  }

  async enqueue(...jobs: Partial<NewJob>[]): Promise<void> {
    const defaults = { workspaceId: this.workspaceId, kind: "test", payload: {} };
    const whole = jobs.map((job): NewJob => Object.assign({}, defaults, job));
    await inTransaction(this.database, (tx) => this.deps.jobs.enqueue(tx, whole));
  }

  /** Claims the next job. */
  async claimOne(kind = "test"): Promise<Job> {
    const [job] = await this.deps.jobs.claim([kind], { compute: 1, remote: 1, export: 1 });
    if (!job) throw new Error(`No job of kind ${kind} is ready.`);
    return job;
  }

  /** Releases a job in the same way as a worker that stops. */
  async release(job: Job): Promise<void> {
    await inTransaction(this.database, (tx) => this.deps.jobs.release(tx, [job]));
  }

  /** Sets the expiry of every lease to one second ago. */
  async expireLeases(): Promise<void> {
    const { knex } = this.database;
    await knex("jobs")
      .whereNotNull("leased_until")
      .update({ leased_until: knex.raw("now() - interval '1 second'") });
  }

  /** Makes all jobs that wait for a later time ready. */
  async endWaits(): Promise<void> {
    const { knex } = this.database;
    await knex("jobs")
      .where({ state: "ready" })
      .update({ run_at: knex.raw(present) });
  }

  /** Returns all jobs, oldest first. */
  async jobs(): Promise<StoredJob[]> {
    return this.database
      .knex("jobs")
      .orderBy("id")
      .select("id", "kind", "lane", "state", "attempts", "last_error", "lease_token");
  }
}

/**
 * Provides one harness for all tests in a file that use the same engine, and empties it before each test.
 * Must be called in the tests' `describe`.
 */
export function useJobHarness(engine: Database["engine"]): () => JobHarness {
  let harness: JobHarness | undefined;
  beforeAll(async () => {
    harness = new JobHarness(await freshDatabase(engine));
  }, 120_000);
  beforeEach(() => harness?.reset());
  afterAll(() => harness?.close());
  return () => {
    if (!harness) throw new Error("The harness is only available while tests run.");
    return harness;
  };
}
