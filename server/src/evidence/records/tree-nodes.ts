import type { NodeAt, NodePlace } from "@assay/contract/wire";
import type { Knex } from "knex";
import { readNodes } from "../events/event-queries.ts";
import { SharedLookUp } from "./batched-lookup.ts";

/** Nodes that are kept in mind, some 250 bytes each; the one that was read first makes room. */
const maxCacheEntries = 20_000;

interface WantedNodes {
  workspaceId: string;
  places: readonly NodePlace[];
}

const keyOf = (workspaceId: string, { level, index }: NodePlace): string =>
  `${workspaceId}/${level}/${index}`;

/**
 * The whole nodes of logs' trees. They are kept in mind, as a log is only added to; whoever computes with them holds the
 * result against a root that was signed, and reads them anew (`read`) where it is another one: the log was begun anew.
 */
export class TreeNodes {
  readonly #knex: Knex;
  readonly #kept = new Map<string, Uint8Array>();
  readonly #reading = new SharedLookUp((wanted: readonly WantedNodes[]) => this.#readAll(wanted));

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** Nodes, from memory where they are known. @returns gives each; throws ApiError 409 for one that the log has lost. */
  async find(workspaceId: string, places: readonly NodePlace[]): Promise<NodeAt> {
    const known = new Map<string, Uint8Array>();
    const missing: NodePlace[] = [];
    for (const place of places) {
      const key = keyOf(workspaceId, place);
      const node = this.#kept.get(key);
      if (node) known.set(key, node);
      else missing.push(place);
    }
    const readAt = missing.length > 0 ? await this.read(workspaceId, missing) : undefined;
    return (place) => {
      const node = known.get(keyOf(workspaceId, place)) ?? readAt?.(place);
      if (!node) throw new Error(`The node ${place.level}/${place.index} was not asked for.`);
      return node;
    };
  }

  /** The same as the log has them now. */
  async read(workspaceId: string, places: readonly NodePlace[]): Promise<NodeAt> {
    const readAt = await this.#reading.ask({ workspaceId, places });
    return (place) => {
      const node = readAt(place);
      this.#keep(keyOf(workspaceId, place), node);
      return node;
    };
  }

  #keep(key: string, node: Uint8Array): void {
    // A copy: what was read is part of all that came with it.
    this.#kept.set(key, Uint8Array.from(node));
    if (this.#kept.size <= maxCacheEntries) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }

  async #readAll(wanted: readonly WantedNodes[]): Promise<NodeAt[]> {
    const byWorkspace = new Map<string, Map<string, NodePlace>>();
    for (const { workspaceId, places } of wanted) {
      const those = byWorkspace.get(workspaceId) ?? new Map<string, NodePlace>();
      byWorkspace.set(workspaceId, those);
      for (const place of places) those.set(keyOf(workspaceId, place), place);
    }
    const found = new Map<string, NodeAt>();
    for (const [workspaceId, places] of byWorkspace)
      found.set(workspaceId, await readNodes(this.#knex, workspaceId, [...places.values()]));
    return wanted.flatMap(({ workspaceId }) => found.get(workspaceId) ?? []);
  }
}
