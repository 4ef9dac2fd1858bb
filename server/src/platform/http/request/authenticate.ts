import { scopes, type Scope } from "@assay/contract/platform/scopes";
import { unauthenticated } from "@assay/contract/platform/refusals";
import { bearerSecret, touchIntervalMs } from "@assay/contract/platform/requests/bearer-secret";
import type { Knex } from "knex";
import type { Logger } from "../../log.ts";
import { hashSecret, isWellFormedSecret } from "../../secrets/api-key-secret.ts";
import type { Caller } from "../routing/handler.ts";

interface KeyRow {
  workspace_id: string;
  api_key_id: string;
  scopes: string[];
  projects: string[] | null;
  reviewer_id: string | null;
  agent: string | null;
  expires_at: Date | null;
  valid_until: Date | null;
  rate: number | null;
}
interface ResolvedKey {
  caller: Caller;
  expiresAt: number;
}
interface Hashed {
  hash: Buffer;
  /** The hash in base64, used as the cache key. */
  id: string;
}
interface Entry {
  lookup: Promise<ResolvedKey | undefined>;
  until: number;
  /** The resolved API key; absent until the lookup has found it. */
  found?: ResolvedKey;
}

/**
 * How long an API key is cached (milliseconds). A revocation takes effect in every process within this time.
 */
const trustedMs = 5000;
/**
 * How long the server caches that an API key is unknown (milliseconds). This time is shorter, because another
 * process may have just created the key.
 */
const unknownMs = 1000;
const cacheSize = 10_000;
const hashedSecrets = 100;
const knownScopes = new Set<string>(scopes);

/** Resolves the API keys of requests. */
export class Authenticator {
  readonly #knex: Knex;
  readonly #pepper: Buffer;
  readonly #now: () => Date;
  readonly #log: Logger;
  readonly #cache = new Map<string, Entry>();
  readonly #hashes = new Map<string, Hashed>();
  readonly #touched = new Map<string, number>();

  constructor(deps: { knex: Knex; pepper: Buffer; now: () => Date; log: Logger }) {
    this.#knex = deps.knex;
    this.#pepper = deps.pepper;
    this.#now = deps.now;
    this.#log = deps.log;
  }

  /** Returns the hash of a secret, as it is stored. */
  hash(secret: string): Buffer {
    return hashSecret(this.#pepper, secret);
  }

  /**
   * Invalidates all cached API keys. This process sees a change immediately, and other processes see it
   * within 5 seconds.
   */
  invalidate(): void {
    this.#cache.clear();
    this.#hashes.clear();
  }

  /** Returns the cached caller for an `Authorization` header; undefined if `caller` must look it up. */
  getCached(header: string | undefined): Caller | undefined {
    if (header?.startsWith("Bearer ") !== true) return undefined;
    const hashed = this.#hashes.get(header.slice(7));
    const entry = hashed && this.#cache.get(hashed.id);
    if (!entry?.found) return undefined;
    const now = this.#now().getTime();
    if (entry.until <= now || entry.found.expiresAt <= now) return undefined;
    const { caller } = entry.found;
    this.#touch(caller, now);
    return caller;
  }

  /**
   * Returns the caller for an `Authorization` header.
   *
   * @throws {ApiError} `unauthenticated` (401) if the API key is missing, malformed, unknown, expired or
   * revoked.
   */
  async caller(header: string | undefined): Promise<Caller> {
    const secret = bearerSecret(header);
    // Because of the checksum, mistyped secrets are detected without a query.
    if (!this.#hashes.has(secret) && !isWellFormedSecret(secret)) throw unauthenticated("unknown");
    const now = this.#now().getTime();
    const resolved = await this.#lookUp(secret, now);
    if (!resolved || resolved.expiresAt <= now) throw unauthenticated("unknown");
    this.#touch(resolved.caller, now);
    return resolved.caller;
  }

  /**
   * Returns the caller as stored now, for requests that last longer than an API key is cached.
   *
   * @returns undefined if the API key is no longer valid.
   */
  async currentCaller(header: string | undefined): Promise<Caller | undefined> {
    const [, secret] = /^Bearer +(\S+)$/i.exec(header ?? "") ?? [];
    if (secret === undefined) return undefined;
    this.#cache.delete(this.#hashOf(secret).id);
    const now = this.#now().getTime();
    const resolved = await this.#lookUp(secret, now);
    return resolved && resolved.expiresAt > now ? resolved.caller : undefined;
  }

  async #lookUp(secret: string, now: number): Promise<ResolvedKey | undefined> {
    const { hash, id } = this.#hashOf(secret);
    const entry = this.#cache.get(id);
    if (entry && entry.until > now) return entry.lookup;
    const lookup = this.#find(hash);
    const created: Entry = { lookup, until: now + trustedMs };
    this.#store(id, created);
    try {
      const found = await lookup;
      if (found) created.found = found;
      else this.#store(id, { lookup, until: now + unknownMs });
      return found;
    } catch (error) {
      this.#cache.delete(id);
      throw error;
    }
  }

  /**
   * Returns the hash of a secret. Hashes of recent secrets are cached, because computing one takes a fifth of
   * the time of a decision.
   */
  #hashOf(secret: string): Hashed {
    const cached = this.#hashes.get(secret);
    if (cached) return cached;
    const hash = this.hash(secret);
    if (this.#hashes.size >= hashedSecrets) this.#hashes.clear();
    const hashed = { hash, id: hash.toString("base64") };
    this.#hashes.set(secret, hashed);
    return hashed;
  }

  #store(id: string, entry: Entry): void {
    this.#cache.delete(id);
    this.#cache.set(id, entry);
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= cacheSize) break;
      this.#cache.delete(oldest);
    }
  }

  async #find(hash: Buffer): Promise<ResolvedKey | undefined> {
    const row: KeyRow | undefined = await this.#knex("api_key_secrets as s")
      .join("api_keys as k", (on) => on.on("k.workspace_id", "s.workspace_id").andOn("k.id", "s.api_key_id"))
      .leftJoin("workspace_limits as w", "w.workspace_id", "s.workspace_id")
      .where("s.key_hash", hash)
      .whereNull("k.revoked_at")
      .first(
        "s.workspace_id",
        "s.api_key_id",
        "k.scopes",
        "k.projects",
        "k.reviewer_id",
        "k.agent",
        "k.expires_at",
        "w.rate",
        "s.valid_until",
      );
    if (!row) return undefined;
    const instants = [row.expires_at, row.valid_until].map(
      (date) => date?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    return {
      caller: {
        workspaceId: row.workspace_id,
        apiKeyId: row.api_key_id,
        scopes: new Set(row.scopes.filter((scope): scope is Scope => knownScopes.has(scope))),
        projects: row.projects,
        reviewerId: row.reviewer_id,
        keyAgent: row.agent,
        workspaceRate: row.rate,
      },
      expiresAt: Math.min(...instants),
    };
  }

  /** Records that an API key was used, at most once per minute and without delaying the request. */
  #touch(caller: Caller, now: number): void {
    if (now - (this.#touched.get(caller.apiKeyId) ?? 0) < touchIntervalMs) return;
    if (this.#touched.size >= cacheSize) this.#touched.clear();
    this.#touched.set(caller.apiKeyId, now);
    this.#knex("api_keys")
      .where({ workspace_id: caller.workspaceId, id: caller.apiKeyId })
      .update({ last_used_at: new Date(now) })
      .catch((error: unknown) => this.#log.warn({ err: error }, "API key usage update failed"));
  }
}
