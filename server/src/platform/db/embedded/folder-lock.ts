import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { isAlive, openLivenessSocket } from "./liveness-socket.ts";
import { livenessOf, ownIdentity, processIdentity } from "./process-identity.ts";

/** Exclusive use of a folder. */
export interface FolderLock {
  /** Releases the lock; repeated calls have no effect. */
  release(): Promise<void>;
}

const claimFile = z.object({
  ...processIdentity.shape,
  host: z.string(),
  since: z.string(),
  /** File of the liveness socket in the folder of locks; null if the file system does not support sockets. */
  socket: z.string().nullable(),
});
type Claim = z.infer<typeof claimFile>;

const attempts = 8;

/** Another process uses the folder. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
}

/**
 * Locks a folder for this process. Claims of dead processes are removed; a claim of a running process
 * refuses.
 *
 * Each process writes a claim under a unique name and then looks for others, so at least one of two
 * concurrent processes sees the other. If both do, both withdraw and retry after a random delay. Claims have
 * unique names and only those of dead processes are removed, so no removal can affect another claim.
 *
 * @throws {FolderInUse} that names the folder, the holding process and the next step.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const locks = join(folder, "locks");
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt += 1) {
    const own = await writeClaim(locks);
    const holder = await findHolder(locks, own.name);
    if (!holder) return { release: own.withdraw };
    await own.withdraw();
    if (attempt === attempts) throw new FolderInUse(refusal(folder, holder));
    await delay(30 + Math.random() * 120);
  }
}

async function writeClaim(locks: string): Promise<{ name: string; withdraw: () => Promise<void> }> {
  const id = randomUUID();
  const name = `${id}.json`;
  const socket = await openLivenessSocket(locks, `${id}.sock`);
  const claim: Claim = {
    ...ownIdentity(),
    host: hostname(),
    since: new Date().toISOString(),
    socket: socket ? `${id}.sock` : null,
  };
  // Linking makes the claim visible with its complete content.
  const draft = join(locks, `${id}.draft`);
  try {
    writeFileSync(draft, JSON.stringify(claim, null, 2));
    linkSync(draft, join(locks, name));
  } catch (error) {
    await socket?.close();
    throw error;
  } finally {
    // A full disk still accepts names, so each attempt would leave a draft.
    rmSync(draft, { force: true });
  }
  return {
    name,
    withdraw: async () => {
      rmSync(join(locks, name), { force: true });
      await socket?.close();
    },
  };
}

/** Finds a claim of another process that is running, or may be; removes the claims of dead processes. */
async function findHolder(locks: string, ownName: string): Promise<Claim | undefined> {
  for (const name of readdirSync(locks)) {
    if (!name.endsWith(".json") || name === ownName) continue;
    const claim = readClaim(join(locks, name));
    if (!claim) continue; // withdrawn since the folder was read
    if (await isHolderAlive(locks, claim)) return claim;
    if (claim.socket !== null) rmSync(join(locks, claim.socket), { force: true });
    rmSync(join(locks, name), { force: true });
  }
  return undefined;
}

function readClaim(path: string): Claim | undefined {
  try {
    return claimFile.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`The lock file ${path} cannot be read. If no server uses the folder, remove it.`, {
      cause: error,
    });
  }
}

async function isHolderAlive(locks: string, claim: Claim): Promise<boolean> {
  if (claim.socket !== null && (await isAlive(locks, claim.socket))) return true;
  const liveness = livenessOf(claim, ownIdentity());
  // The id of a process in another container has no meaning here; its liveness socket decides.
  return liveness === "unknown" ? claim.socket === null : liveness === "alive";
}

function refusal(folder: string, { pid, host, since }: Claim): string {
  return (
    `The database folder ${folder} is in use by process ${pid} on ${host}, since ${since}. ` +
    "One process at a time can use an embedded database: stop that one, or set DATABASE_URL to a Postgres server, " +
    `which many can share. If you are certain that it no longer runs, remove ${join(folder, "locks")}.`
  );
}
