import { createHash } from "node:crypto";
import { idempotencyConflict, idempotencyInFlight } from "@assay/contract/platform/refusals";
import { limits } from "@assay/contract/platform/limits";
import type { Request } from "express";
import { inTransaction, type Tx } from "../../db/transaction.ts";
import type { PlatformDeps } from "../../platform-deps.ts";
import type { HandlerResponse, Call } from "../routing/handler.ts";
import { callerOf, contextOf } from "../routing/request-context.ts";

interface StoredResponse {
  request_hash: Buffer;
  status: number;
  body: Buffer;
  encrypted: boolean;
  created_at: Date;
}

/**
 * Returns a hash of the query string and the body. A repeated request is identical if its hash is the same.
 */
export function requestHash(request: Request, body: string | Buffer): Buffer {
  const query = request.url.split("?")[1] ?? "";
  return createHash("sha256").update(query).update("\n").update(body).digest();
}

/**
 * Creates the functions `commit` and `commitComputed` for one request.
 *
 * The idempotency record is written in the same transaction as the effect, so either both exist or neither
 * does. During this transaction, an advisory lock on the idempotency key refuses a second request with 409.
 * If the process dies, nothing is stored.
 */
export function committer(
  deps: PlatformDeps,
  request: Request,
  secretBearing: boolean,
): Pick<Call, "commit" | "commitComputed"> {
  const { "idempotency-key": key } = request.headers;
  const { database } = deps;
  if (request.method !== "POST" || typeof key !== "string")
    return { commit: (work) => inTransaction(database, work), commitComputed: (compute) => compute() };
  const hashOf = (bodyHash?: Buffer) => bodyHash ?? contextOf(request).bodyHash ?? requestHash(request, "");

  async function replay<A>(tx: Tx, hash: Buffer): Promise<A | undefined> {
    const identity = identityOf(request, String(key));
    await lock(tx, identity);
    const stored = await find(tx, deps, identity);
    if (!stored) return undefined;
    if (!stored.request_hash.equals(hash)) throw idempotencyConflict(identity.key);
    contextOf(request).replayed = true;
    // The stored response was created by the same route, so it has the type that the route returns.
    return (await revive(tx, deps, identity.workspace_id, stored)) as A;
  }

  const commit: Call["commit"] = (work, bodyHash) =>
    inTransaction(database, async (tx) => {
      const hash = hashOf(bodyHash);
      const first = await replay<Awaited<ReturnType<typeof work>>>(tx, hash);
      if (first) return first;
      const response = await work(tx);
      await store(tx, deps, { identity: identityOf(request, key), hash, response, secretBearing });
      return response;
    });
  return {
    commit,
    commitComputed: async (compute) => {
      const first = await inTransaction(database, (tx) =>
        replay<Awaited<ReturnType<typeof compute>>>(tx, hashOf()),
      );
      if (first) return first;
      const response = await compute();
      return commit(() => Promise.resolve(response));
    },
  };
}

type Identity = ReturnType<typeof identityOf>;

function identityOf(request: Request, key: string) {
  const caller = callerOf(request);
  return {
    workspace_id: caller.workspaceId,
    api_key_id: caller.apiKeyId,
    method: request.method,
    path: request.path,
    key,
  };
}

async function lock(tx: Tx, identity: Identity): Promise<void> {
  const { rows } = await tx.raw<{ rows: { locked: boolean }[] }>(
    "select pg_try_advisory_xact_lock(hashtextextended(?, 7)) as locked",
    [Object.values(identity).join("\n")],
  );
  if (!rows[0]?.locked) throw idempotencyInFlight(identity.key);
}

/** Returns the stored response of an identical key. Deletes it if it has expired, so that the key can be used again. */
async function find(tx: Tx, deps: PlatformDeps, identity: Identity): Promise<StoredResponse | undefined> {
  const row: StoredResponse | undefined = await tx("idempotency_keys").where(identity).first();
  const oldest = deps.now().getTime() - limits.idempotencyHours * 3_600_000;
  if (!row || row.created_at.getTime() >= oldest) return row;
  await tx("idempotency_keys").where(identity).delete();
  return undefined;
}

async function revive(
  tx: Tx,
  deps: PlatformDeps,
  workspaceId: string,
  stored: StoredResponse,
): Promise<HandlerResponse> {
  const plain = stored.encrypted ? await deps.secrets.decrypt(tx, workspaceId, stored.body) : stored.body;
  return { status: stored.status, body: JSON.parse(plain.toString("utf8")) };
}

interface NewRecord {
  identity: Identity;
  hash: Buffer;
  response: HandlerResponse;
  secretBearing: boolean;
}

async function store(
  tx: Tx,
  deps: PlatformDeps,
  { identity, hash, response, secretBearing }: NewRecord,
): Promise<void> {
  const plain = Buffer.from(JSON.stringify(response.body));
  await tx("idempotency_keys").insert({
    ...identity,
    request_hash: hash,
    status: response.status,
    body: secretBearing ? await deps.secrets.encrypt(tx, identity.workspace_id, plain) : plain,
    encrypted: secretBearing,
    created_at: deps.now(),
  });
}
