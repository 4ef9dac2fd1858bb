import type { Scope } from "@assay/contract/platform/scopes";
import type { MockClock } from "./mock-clock.ts";
import type { Dated } from "./dated.ts";
import type { NewId } from "./mock-ids.ts";
import type { OutboxEvent } from "./outbox.ts";

/** What authentication reads of an API key, and notes of its use. */
interface AccessKey extends Dated {
  scopes: readonly Scope[];
  projects: readonly string[] | null;
  /** The reviewer as whom the key acts; null: none. */
  reviewer: string | null;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** What one secret opens. */
interface SecretRow<Tables> {
  workspace: Tables;
  apiKeyId: string;
  /** Null: as long as the key. */
  validUntil: number | null;
}

/** A secret, and until when it works; without an end: the present one. */
export interface TimedSecret {
  secret: string;
  validUntil: number | null;
}

/** The first answer to a POST with an idempotency key. */
interface StoredAnswer {
  request: string;
  status: number;
  body: unknown;
  createdAt: number;
}

/** The tables of a workspace that platform code reads. */
export interface PlatformTables {
  apiKeys: ReadonlyMap<string, AccessKey>;
  /** By key, method, path and idempotency key. */
  answers: Map<string, StoredAnswer>;
  /** API key id → its present window of requests. */
  rates: Map<string, { windowStart: number; used: number }>;
  /** Events that endpoints are not sent yet, oldest first. */
  outbox: OutboxEvent[];
}

/** What a mock keeps beside the tables of its workspaces. */
export interface SharedTables<Tables> {
  workspaces: Tables[];
  /** By the secret itself: a mock keeps nothing from whoever runs it. */
  secrets: Map<string, SecretRow<Tables>>;
}

/** The state of a mock. A wing adds the settings that it reads, and names the tables that it knows. */
export interface PlatformState<Tables = PlatformTables> {
  clock: MockClock;
  newId: NewId;
  rateLimit: number;
  tables: SharedTables<Tables>;
}

/** No platform data. */
export const emptyPlatformTables = (): Omit<PlatformTables, "apiKeys"> => ({
  answers: new Map(),
  rates: new Map(),
  outbox: [],
});
