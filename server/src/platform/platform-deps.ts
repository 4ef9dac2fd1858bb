import type { Config } from "./config.ts";
import type { Database } from "./db/connection/database.ts";
import type { JobQueue } from "./jobs/queue.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { AddressGuard } from "./outbound/address-guard.ts";
import type { CallSlots } from "./outbound/call-slots.ts";
import type { Circuits } from "./outbound/circuits/circuits.ts";
import type { OutboundHttp } from "./outbound/outbound-http.ts";
import type { SecretBox } from "./secrets/secret-box.ts";
import type { ThreadTasks } from "./threads/thread-tasks.ts";
import type { Tracing } from "./tracing/span.ts";

/**
 * The dependencies that the platform provides for all services. Tests replace those that are not
 * deterministic.
 */
export interface PlatformDeps {
  database: Database;
  config: Config;
  /** Returns the current time (resolution: 1 ms). */
  now: () => Date;
  /**
   * Returns a new id that can be sorted by time (UUIDv7, with dashes). The ids from one process are
   * ascending.
   */
  newId: () => string;
  log: Logger;
  /** The metrics of this process. */
  metrics: Metrics;
  /** Starts the spans of this process; undefined if tracing is disabled. */
  tracing: Tracing | undefined;
  secrets: SecretBox;
  /** Returns the hash of an API key's secret, as it is stored. */
  hashSecret: (secret: string) => Buffer;
  /** Invalidates this process's cache of API keys. Must be called after an API key was changed. */
  invalidateApiKeys: () => void;
  jobs: JobQueue;
  /** Determines which addresses of other machines may be called. */
  addresses: AddressGuard;
  /** Sends all requests to other machines. */
  outbound: Pick<OutboundHttp, "post">;
  /** Limits the concurrent calls to remote evaluators. */
  callSlots: CallSlots;
  /** Stops the calls to remote evaluators whose recent calls failed. */
  circuits: Circuits;
  /** Runs long computations in threads. */
  threads: ThreadTasks;
  /** Waits for a time. @throws {unknown} the signal's reason if the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns a random number in [0, 1). Must not be used for secrets. */
  random: () => number;
}
