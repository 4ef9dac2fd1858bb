import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/db/connection/connect.ts";
import type { EvidenceLog } from "../evidence/log/evidence-log.ts";
import type { JobQueue } from "../platform/jobs/queue.ts";
import type { Logger } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { AddressGuard } from "../platform/outbound/address-guard.ts";
import type { OutboundHttp } from "../platform/outbound/outbound-http.ts";
import type { Policies } from "../control/policies/policies.ts";
import type { SecretBox } from "../platform/secrets/secret-box.ts";
import type { Tracing } from "../platform/tracing/span.ts";

/** What services work with; everything that tests want to hold still is in here. */
export interface Deps {
  database: Database;
  config: Config;
  /** The present instant, to the millisecond. */
  now: () => Date;
  /** A new time-sortable id (UUIDv7, with dashes); ids made by one process ascend. */
  newId: () => string;
  log: Logger;
  /** What this process counts. */
  metrics: Metrics;
  /** What makes spans of what begins here; undefined: nothing is traced. */
  tracing: Tracing | undefined;
  secrets: SecretBox;
  /** What is stored of an API key's secret. */
  hashSecret: (secret: string) => Buffer;
  /** Makes this process look up every API key anew: after a change of one. */
  forgetApiKeys: () => void;
  jobs: JobQueue;
  /** What happened, in logs that can be checked. */
  evidence: EvidenceLog;
  /** What decides by policies. */
  policies: Policies;
  /** Which addresses of other machines may be called. */
  addresses: AddressGuard;
  /** The only way to other machines. */
  outbound: Pick<OutboundHttp, "post">;
  /** Waits. @throws {unknown} what the signal was aborted with. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A random number from 0 to below 1, for what need not be secret. */
  random: () => number;
}
