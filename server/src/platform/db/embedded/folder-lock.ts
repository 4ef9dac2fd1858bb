import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { answers, openLivenessSocket } from "./liveness-socket.ts";
import { livenessOf, ownIdentity, processIdentity } from "./process-identity.ts";

/** The sole right to a folder. */
export interface FolderLock {
  /** Gives it back; again is harmless. */
  release(): Promise<void>;
}

const claimFile = z.object({
  ...processIdentity.shape,
  host: z.string(),
  since: z.string(),
  /** The lifeline's file in the folder of locks; null when the file system takes none. */
  lifeline: z.string().nullable(),
});
type Claim = z.infer<typeof claimFile>;

const attempts = 8;

/** The folder is another process's. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
}

/**
 * Takes the sole right to a folder. A claim that a dead process left is removed; a live one refuses.
 *
 * Each process lays down a claim under a name of its own, and only then looks for others: so of two that begin at the
 * same time at least one sees the other. If both do, both withdraw and try again after a random while. Only claims of
 * the dead are ever removed, and their names never come again, so no removal can hit the wrong one.
 *
 * @throws {FolderInUse} that names the folder, the process that holds it and what to do.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const locks = join(folder, "locks");
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt += 1) {
    const own = await layClaim(locks);
    const holder = await findHolder(locks, own.name);
    if (!holder) return { release: own.withdraw };
    await own.withdraw();
    if (attempt === attempts) throw new FolderInUse(refusal(folder, holder));
    await delay(30 + Math.random() * 120);
  }
}

async function layClaim(locks: string): Promise<{ name: string; withdraw: () => Promise<void> }> {
  const id = randomUUID();
  const name = `${id}.json`;
  const lifeline = await openLivenessSocket(locks, `${id}.sock`);
  const claim: Claim = {
    ...ownIdentity(),
    host: hostname(),
    since: new Date().toISOString(),
    lifeline: lifeline ? `${id}.sock` : null,
  };
  // Whole from the first moment that others see it: written under another name and linked to its own.
  const draft = join(locks, `${id}.draft`);
  try {
    writeFileSync(draft, JSON.stringify(claim, null, 2));
    linkSync(draft, join(locks, name));
  } catch (error) {
    await lifeline?.close();
    throw error;
  } finally {
    // A disk that is full takes names still: each attempt would leave one.
    rmSync(draft, { force: true });
  }
  return {
    name,
    withdraw: async () => {
      rmSync(join(locks, name), { force: true });
      await lifeline?.close();
    },
  };
}

/** A claim of another process that lives, or whose death is not certain; removes those of the dead on the way. */
async function findHolder(locks: string, ownName: string): Promise<Claim | undefined> {
  for (const name of readdirSync(locks)) {
    if (!name.endsWith(".json") || name === ownName) continue;
    const claim = readClaim(join(locks, name));
    if (!claim) continue; // withdrawn since the folder was read
    if (await isAlive(locks, claim)) return claim;
    if (claim.lifeline !== null) rmSync(join(locks, claim.lifeline), { force: true });
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

async function isAlive(locks: string, claim: Claim): Promise<boolean> {
  if (claim.lifeline !== null && (await answers(locks, claim.lifeline))) return true;
  const liveness = livenessOf(claim, ownIdentity());
  // A process of another container, whose number means nothing here: a silent lifeline says that it is dead.
  return liveness === "unknown" ? claim.lifeline === null : liveness === "alive";
}

function refusal(folder: string, { pid, host, since }: Claim): string {
  return (
    `The database folder ${folder} is in use by process ${pid} on ${host}, since ${since}. ` +
    "One process at a time can use an embedded database: stop that one, or set DATABASE_URL to a Postgres server, " +
    `which many can share. If you are certain that it no longer runs, remove ${join(folder, "locks")}.`
  );
}
