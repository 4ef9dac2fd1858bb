import type { Config } from "./config.ts";
import type { Database } from "./db/connection/database.ts";
import type { JobQueue } from "./jobs/queue.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { AddressGuard } from "./outbound/address-guard.ts";
import type { OutboundHttp } from "./outbound/outbound-http.ts";
import type { SecretBox } from "./secrets/secret-box.ts";
import type { Tracing } from "./tracing/span.ts";

/**
 * Dependencies of all services that the platform provides. Tests replace those that are not deterministic.
 */
export interface PlatformDeps {
  database: Database;
  config: Config;
  /** Returns the current time (resolution: 1 ms). */
  now: () => Date;
  /** Returns a new time-sortable id (UUIDv7, with dashes); the ids of one process ascend. */
  newId: () => string;
  log: Logger;
  /** The metrics of this process. */
  metrics: Metrics;
  /** Starts the spans of this process; undefined when tracing is off. */
  tracing: Tracing | undefined;
  secrets: SecretBox;
  /** Returns the stored form of an API key's secret. */
  hashSecret: (secret: string) => Buffer;
  /** Invalidates this process's cache of API keys; required after a change of a key. */
  invalidateApiKeys: () => void;
  jobs: JobQueue;
  /** Decides which addresses of other machines may be called. */
  addresses: AddressGuard;
  /** Sends every request to other machines. */
  outbound: Pick<OutboundHttp, "post">;
  /** Waits. @throws {unknown} the reason that the signal was aborted with. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns a random number in [0, 1); not for secrets. */
  random: () => number;
}
