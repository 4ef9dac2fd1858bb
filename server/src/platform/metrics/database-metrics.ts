import { Gauge } from "prom-client";
import type { Knex } from "knex";
import { type Database } from "../db/connection/connect.ts";
import type { ConnectionPool } from "../db/connection/pool-lanes.ts";
import { outsideTransaction } from "../db/transaction.ts";
import type { Logger } from "../log.ts";
import { type DatabaseState, readDatabaseState } from "./database-state.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Minimum interval between reads of the database (milliseconds), regardless of how often the metrics are
 * scraped.
 */
const freshMs = 5000;

type Registers = Metrics["registry"][];
type GaugeOfState = readonly [name: string, help: string, valueOf: (state: DatabaseState) => number];
type CountsOfState<Label extends string> = (
  state: DatabaseState,
) => (Record<Label, string> & { count: number })[];

const gauges: readonly GaugeOfState[] = [
  [
    "assay_job_oldest_ready_age_seconds",
    "Seconds since the oldest ready job became ready.",
    (s) => s.oldestReadySeconds,
  ],
  ["assay_evaluations_in_progress", "Evaluations in progress.", (s) => s.evaluations],
  ["assay_events_waiting", "Events that are not dispatched yet.", (s) => s.events],
  [
    "assay_event_oldest_age_seconds",
    "Seconds since the oldest undispatched event.",
    (s) => s.oldestEventSeconds,
  ],
  ["assay_deliveries_pending", "Webhook deliveries that are pending.", (s) => s.deliveries],
  [
    "assay_delivery_oldest_due_age_seconds",
    "Seconds since the oldest pending delivery was due.",
    (s) => s.oldestDueSeconds,
  ],
  ["assay_evidence_events", "Events in the evidence logs.", (s) => s.evidence.events],
  [
    "assay_evidence_unsigned_events",
    "Events after the last checkpoint of their log.",
    (s) => s.evidence.unsigned,
  ],
  [
    "assay_evidence_oldest_unsigned_age_seconds",
    "Seconds since the oldest unsigned event was appended.",
    (s) => s.evidence.oldestUnsignedSeconds,
  ],
];

const ofLane = (count: "ready" | "oldestSeconds") => (state: DatabaseState) =>
  state.lanes.map((lane) => ({ lane: lane.lane, count: lane[count] }));

/**
 * Registers gauges for pending work in the database and for this process's connections. Their values are read
 * at each scrape.
 */
export function watchDatabase(
  { registry }: Metrics,
  { database, log, now }: { database: Database; log: Logger; now: () => Date },
): void {
  const registers = [registry];
  const reader = new StateReader(database, log, now);
  for (const gauge of gauges) addGauge(registers, reader, gauge);
  const jobs = { name: "assay_jobs", help: "Jobs that are ready, running or permanently failed." };
  addCounts(reader, { ...jobs, registers, labelNames: ["kind", "state"] }, (s) => s.jobs);
  const ready = {
    name: "assay_jobs_ready",
    help: "Ready jobs and due webhook messages that wait for a slot.",
  };
  addCounts(reader, { ...ready, registers, labelNames: ["lane"] }, ofLane("ready"));
  const oldest = {
    name: "assay_jobs_oldest_seconds",
    help: "Seconds for which the oldest of them has waited.",
  };
  addCounts(reader, { ...oldest, registers, labelNames: ["lane"] }, ofLane("oldestSeconds"));
  const webhooks = { name: "assay_webhooks", help: "Webhooks by state." };
  addCounts(reader, { ...webhooks, registers, labelNames: ["state"] }, (s) => s.webhooks);
  const up: Gauge = new Gauge({
    name: "assay_database_up",
    help: "1 if the database responds, otherwise 0.",
    registers,
    collect: async () => up.set((await reader.read()) ? 1 : 0),
  });
  watchConnections(registers, database);
}

function addGauge(registers: Registers, reader: StateReader, [name, help, valueOf]: GaugeOfState): void {
  const gaugeMetric: Gauge = new Gauge({
    name,
    help,
    registers,
    collect: async () => {
      const state = await reader.read();
      // If the state is unknown, the gauge has no value, because 0 would mean that nothing is pending.
      if (state) gaugeMetric.set(valueOf(state));
      else gaugeMetric.remove();
    },
  });
}

function addCounts<Label extends string>(
  reader: StateReader,
  options: { name: string; help: string; registers: Registers; labelNames: Label[] },
  rowsOf: CountsOfState<Label>,
): void {
  const gaugeMetric: Gauge<Label> = new Gauge({
    ...options,
    collect: async () => {
      gaugeMetric.reset();
      for (const { count, ...labels } of rowsOf((await reader.read()) ?? nothing))
        // All members of a row except the count are labels.
        gaugeMetric.set(labels as unknown as Record<Label, string>, count);
    },
  });
}

const nothing: DatabaseState = {
  jobs: [],
  lanes: [],
  oldestReadySeconds: 0,
  evaluations: 0,
  events: 0,
  oldestEventSeconds: 0,
  deliveries: 0,
  oldestDueSeconds: 0,
  webhooks: [],
  evidence: { events: 0, unsigned: 0, oldestUnsignedSeconds: 0 },
};

function watchConnections(registers: Registers, { knex, pools }: Database): void {
  const pool = poolOf(knex);
  watchPools(registers, pools);
  const gauge = (name: string, help: string, value: () => number): void => {
    const gaugeMetric: Gauge = new Gauge({ name, help, registers, collect: () => gaugeMetric.set(value()) });
  };
  gauge("assay_database_connections_used", "Connections of this process that are in use.", () =>
    pool.numUsed(),
  );
  gauge("assay_database_connections_free", "Connections of this process that are free.", () =>
    pool.numFree(),
  );
  gauge("assay_database_connections_limit", "Maximum number of connections of this process.", () => pool.max);
  gauge("assay_database_queries_waiting", "Queries that wait for a connection.", () =>
    pool.numPendingAcquires(),
  );
}

/** Knex does not type its client, but its pool (tarn) has these members. */
function poolOf({ client }: Knex): ConnectionPool {
  const { pool }: { pool: ConnectionPool } = client;
  return pool;
}

function watchPools(registers: Registers, pools: Database["pools"]): void {
  const gauge = (name: string, help: string, valueOf: (pool: ConnectionPool) => number): void => {
    const gaugeMetric: Gauge<"pool"> = new Gauge({
      name,
      help,
      registers,
      labelNames: ["pool"],
      collect: () => {
        for (const { name: label, knex } of pools) gaugeMetric.set({ pool: label }, valueOf(poolOf(knex)));
      },
    });
  };
  gauge("assay_pool_in_use", "Connections of a pool that are in use.", (pool) => pool.numUsed());
  gauge("assay_pool_waiting", "Queries that wait for a connection of a pool.", (pool) =>
    pool.numPendingAcquires(),
  );
}

/** Reads the state once for all gauges in a scrape. */
class StateReader {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #now: () => Date;
  #readAt = -Infinity;
  #state: Promise<DatabaseState | undefined> = Promise.resolve(undefined);

  constructor(database: Database, log: Logger, now: () => Date) {
    this.#database = database;
    this.#log = log;
    this.#now = now;
  }

  read(): Promise<DatabaseState | undefined> {
    const at = this.#now().getTime();
    if (at - this.#readAt < freshMs) return this.#state;
    this.#readAt = at;
    this.#state = outsideTransaction(() => readDatabaseState(this.#database.knex)).catch((error: unknown) => {
      this.#log.warn({ err: error }, "metrics query failed");
      return undefined;
    });
    return this.#state;
  }
}
