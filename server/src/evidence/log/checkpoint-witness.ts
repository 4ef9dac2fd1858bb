import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

const stateSchema = z.strictObject({
  generation: z.int().min(1),
  size: z.int().min(0),
  root: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The largest signed state of a log, as recorded outside the database. */
export type WitnessedState = z.output<typeof stateSchema>;

const isLater = (one: WitnessedState | undefined, other: WitnessedState | undefined): boolean =>
  one !== undefined &&
  (other === undefined ||
    one.generation > other.generation ||
    (one.generation === other.generation && one.size > other.size));

/**
 * Records the last checkpoint of each log outside the database: in this process and, if a folder is
 * configured, in that folder. The record reveals that a database was restored from a backup that is older
 * than a signed checkpoint.
 */
export class CheckpointWitness {
  readonly #folder: string | undefined;
  readonly #states = new Map<string, WitnessedState>();
  /** The pending writes by workspace. Writes for the same workspace run one after the other. */
  readonly #writes = new Map<string, Promise<void>>();

  /**
   * @param folder contains one file for each workspace. It must not be restored together with the database.
   */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /**
   * Returns the last recorded state of a workspace's log.
   *
   * @throws {Error} if the workspace's file is invalid.
   */
  async lastOf(workspaceId: string): Promise<WitnessedState | undefined> {
    const own = this.#states.get(workspaceId);
    const saved = await this.#read(workspaceId);
    return isLater(saved, own) ? saved : own;
  }

  /** Records a state, unless a later state is already recorded. */
  record(workspaceId: string, state: WitnessedState): Promise<void> {
    const before = this.#writes.get(workspaceId) ?? Promise.resolve();
    const write = before.catch(() => {}).then(() => this.#record(workspaceId, state));
    this.#writes.set(workspaceId, write);
    return write;
  }

  async #record(workspaceId: string, state: WitnessedState): Promise<void> {
    if (!isLater(state, await this.lastOf(workspaceId))) return;
    if (this.#folder !== undefined) await this.#write(workspaceId, this.#folder, state);
    // Set after the write, so that a failed write is retried.
    this.#states.set(workspaceId, state);
  }

  async #write(workspaceId: string, folder: string, state: WitnessedState): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // The name is random, because processes on other hosts that use the same folder may have the same process
    // id.
    const draft = join(folder, `${workspaceId}.${randomUUID()}.draft`);
    try {
      await writeFile(draft, `${JSON.stringify(state)}\n`, { flush: true, mode: 0o600 });
      await rename(draft, this.#fileOf(workspaceId, folder));
    } catch (error) {
      // On a full disk, an empty file is created although the write fails, so each attempt would leave a file
      // behind.
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Returns the workspaces that have a file in the folder. */
  async workspaces(): Promise<string[]> {
    const names = await readdir(this.#folder ?? "").catch(() => []);
    return names.flatMap((name) => /^([0-9a-f-]{36})\.json$/.exec(name)?.[1] ?? []);
  }

  async #read(workspaceId: string): Promise<WitnessedState | undefined> {
    if (this.#folder === undefined) return undefined;
    const file = this.#fileOf(workspaceId, this.#folder);
    let text: string;
    try {
      text = await readFile(file, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
    return stateSchema.parse(JSON.parse(text));
  }

  #fileOf(workspaceId: string, folder: string): string {
    return join(folder, `${workspaceId}.json`);
  }
}
