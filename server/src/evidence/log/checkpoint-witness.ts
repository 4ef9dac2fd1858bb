import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

const stateSchema = z.strictObject({
  generation: z.int().min(1),
  size: z.int().min(0),
  root: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The largest state of a log that was signed, as remembered outside the database. */
export type WitnessedState = z.output<typeof stateSchema>;

const later = (one: WitnessedState | undefined, other: WitnessedState | undefined): boolean =>
  one !== undefined &&
  (other === undefined ||
    one.generation > other.generation ||
    (one.generation === other.generation && one.size > other.size));

/**
 * Remembers the last checkpoint of each log outside the database: in this process, and in a folder where there is one. A
 * database that was restored from an old backup knows nothing of what was signed since; this does.
 */
export class CheckpointWitness {
  readonly #folder: string | undefined;
  readonly #states = new Map<string, WitnessedState>();
  /** What is being remembered of each workspace: one state after the other. */
  readonly #turns = new Map<string, Promise<void>>();

  /** @param folder one file a workspace; not to be backed up and restored with the database. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** The last state of a workspace's log that was signed, as far as is known here. @throws {Error} for a file that is no state. */
  async lastOf(workspaceId: string): Promise<WitnessedState | undefined> {
    const own = this.#states.get(workspaceId);
    const kept = await this.#read(workspaceId);
    return later(kept, own) ? kept : own;
  }

  /** Remembers a state, unless a later one is known. */
  remember(workspaceId: string, state: WitnessedState): Promise<void> {
    const before = this.#turns.get(workspaceId) ?? Promise.resolve();
    const turn = before.catch(() => {}).then(() => this.#remember(workspaceId, state));
    this.#turns.set(workspaceId, turn);
    return turn;
  }

  async #remember(workspaceId: string, state: WitnessedState): Promise<void> {
    if (!later(state, await this.lastOf(workspaceId))) return;
    if (this.#folder !== undefined) await this.#write(workspaceId, this.#folder, state);
    // Only now: what could not be written is tried again.
    this.#states.set(workspaceId, state);
  }

  async #write(workspaceId: string, folder: string, state: WitnessedState): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Of its own name: other processes that use the folder may have the same process id.
    const draft = join(folder, `${workspaceId}.${randomUUID()}.draft`);
    try {
      await writeFile(draft, `${JSON.stringify(state)}\n`, { flush: true, mode: 0o600 });
      await rename(draft, this.#fileOf(workspaceId, folder));
    } catch (error) {
      // A disk that is full takes names still: each attempt would leave one.
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** The workspaces that the folder knows of. */
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
