import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { isAlive, openLivenessSocket } from "./liveness-socket.ts";
import { livenessOf, ownIdentity, processIdentity } from "./process-identity.ts";

/** The exclusive right to use a folder. */
export interface FolderLock {
  /** Releases the lock. Repeated calls have no effect. */
  release(): Promise<void>;
}

const claimFile = z.object({
  ...processIdentity.shape,
  host: z.string(),
  since: z.string(),
  /** Name of the liveness socket in the folder of locks; null if the file system does not support sockets. */
  socket: z.string().nullable(),
});
type Claim = z.infer<typeof claimFile>;

const attempts = 8;

/** Thrown if another process uses the folder. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
}

/**
 * Locks a folder for this process. Removes the claims of dead processes, and throws an error if a running
 * process has a claim.
 *
 * Each process first writes a claim and then looks for other claims, so at least one of two concurrent
 * processes sees the other. If both see each other, both withdraw their claims and retry after a random
 * delay. Each claim has a unique name, and only claims of dead processes are removed, so a removal cannot
 * affect any other claim.
 *
 * @throws {FolderInUse} an error that names the folder, the process that uses it, and the next step.
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
  // Creating a link makes the claim visible only with its complete content.
  const draft = join(locks, `${id}.draft`);
  try {
    writeFileSync(draft, JSON.stringify(claim, null, 2));
    linkSync(draft, join(locks, name));
  } catch (error) {
    await socket?.close();
    throw error;
  } finally {
    // On a full disk, an empty file is created although the write fails, so each attempt would leave a draft
    // behind.
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

/**
 * Finds a claim of another process that is running or may be running. Removes the claims of dead processes.
 */
async function findHolder(locks: string, ownName: string): Promise<Claim | undefined> {
  for (const name of readdirSync(locks)) {
    if (!name.endsWith(".json") || name === ownName) continue;
    const claim = readClaim(join(locks, name));
    if (!claim) continue; // it was withdrawn after the folder was read
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
    throw new Error(`The lock file ${path} cannot be read. If no server uses the folder, remove this file.`, {
      cause: error,
    });
  }
}

async function isHolderAlive(locks: string, claim: Claim): Promise<boolean> {
  if (claim.socket !== null && (await isAlive(locks, claim.socket))) return true;
  const liveness = livenessOf(claim, ownIdentity());
  // The id of a process in another container is meaningless here, so its liveness socket determines whether
  // it is alive.
  return liveness === "unknown" ? claim.socket === null : liveness === "alive";
}

function refusal(folder: string, { pid, host, since }: Claim): string {
  return (
    `The database folder ${folder} is in use by process ${pid} on ${host}, since ${since}. ` +
    "Only one process at a time can use an embedded database. Stop that process, or set DATABASE_URL to a Postgres server, " +
    `which several processes can share. If you are certain that the process no longer runs, remove ${join(folder, "locks")}.`
  );
}
