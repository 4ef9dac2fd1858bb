import type { Scope } from "@assay/contract/platform/scopes";
import type { MockClock } from "./mock-clock.ts";
import type { Dated } from "./dated.ts";
import type { NewId } from "./mock-ids.ts";
import type { OutboxEvent } from "./outbox.ts";

/** The members of an API key that authentication reads or updates. */
interface AccessKey extends Dated {
  scopes: readonly Scope[];
  projects: readonly string[] | null;
  /** The reviewer that the key acts as; null for none. */
  reviewer: string | null;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** The API key of a secret. */
interface SecretRow<Tables> {
  workspace: Tables;
  apiKeyId: string;
  /** Null: valid as long as the key. */
  validUntil: number | null;
}

/** A secret with its end; the current one has none. */
export interface TimedSecret {
  secret: string;
  validUntil: number | null;
}

/** The first response to a POST with an idempotency key. */
interface StoredResponse {
  request: string;
  status: number;
  body: unknown;
  createdAt: number;
}

/** The tables of a workspace for platform code. */
export interface PlatformTables {
  apiKeys: ReadonlyMap<string, AccessKey>;
  /** By key, method, path and idempotency key. */
  responses: Map<string, StoredResponse>;
  /** API key id → its current rate window. */
  rates: Map<string, { windowStart: number; used: number }>;
  /** Events that are not dispatched yet, oldest first. */
  outbox: OutboxEvent[];
}

/** The tables of a mock across workspaces. */
export interface SharedTables<Tables> {
  workspaces: Tables[];
  /** By the secret, in plain text. */
  secrets: Map<string, SecretRow<Tables>>;
}

/** The state of a mock. A wing adds its settings and its tables. */
export interface PlatformState<Tables = PlatformTables> {
  clock: MockClock;
  newId: NewId;
  rateLimit: number;
  tables: SharedTables<Tables>;
}

/** Tables without rows. */
export const emptyPlatformTables = (): Omit<PlatformTables, "apiKeys"> => ({
  responses: new Map(),
  rates: new Map(),
  outbox: [],
});
