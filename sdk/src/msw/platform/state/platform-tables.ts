import type { Scope } from "@assay/contract/platform/scopes";
import type { CountedRequests } from "@assay/contract/platform/requests/rate-window";
import type { MockClock } from "./mock-clock.ts";
import type { Dated } from "@assay/contract/platform/paging/sorted-page";
import type { NewId } from "./mock-ids.ts";
import type { Random } from "./mock-random.ts";
import type { OutboxEvent } from "./outbox.ts";

/** The members of an API key that authentication reads or updates. */
interface AccessKey extends Dated {
  scopes: readonly Scope[];
  projects: readonly string[] | null;
  /** The reviewer that the key acts as; null if the key acts as no reviewer. */
  reviewer: string | null;
  /** The agent to which the key is bound; null if it is not bound. */
  agent: string | null;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** The API key that a secret belongs to. */
interface SecretRow<Tables> {
  workspace: Tables;
  apiKeyId: string;
  /** The time until which the secret is valid; null if it is valid as long as the key. */
  validUntil: number | null;
}

/** A secret and the time until which it is valid (null for the current secret). */
export interface TimedSecret {
  secret: string;
  validUntil: number | null;
}

/** The result of the first POST with an idempotency key. */
interface StoredResult {
  request: string;
  result: unknown;
  createdAt: number;
}

/** Creates tables without rows. */
export const emptyPlatformTables = () => ({
  /** Stored results by API key, method, path and idempotency key. */
  responses: new Map<string, StoredResult>(),
  /** Maps API key ids to their current rate limit window. */
  rates: new Map<string, CountedRequests>(),
  /** Events that are not dispatched yet, oldest first. */
  outbox: new Array<OutboxEvent>(),
});

/** A workspace's tables for platform code. */
export type PlatformTables = ReturnType<typeof emptyPlatformTables> & {
  apiKeys: ReadonlyMap<string, AccessKey>;
};

/**
 * A lower wing's tables, some of which are replaced by tables of another wing whose rows have more members.
 */
export type WithTables<Lower, Own> = Omit<Lower, keyof Own> & Own;

/** A mock's tables that all workspaces share. */
export interface SharedTables<Tables> {
  workspaces: Tables[];
  /** API keys by their plain-text secret. */
  secrets: Map<string, SecretRow<Tables>>;
}

/** A mock's state. Each wing adds its settings and tables. */
export interface PlatformState<Tables = PlatformTables> {
  clock: MockClock;
  newId: NewId;
  /** The source of secrets. */
  random: Random;
  rateLimit: number;
  tables: SharedTables<Tables>;
}
