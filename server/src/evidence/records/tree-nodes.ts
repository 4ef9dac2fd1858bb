import type { NodeAt, NodePlace } from "@assay/contract/wire";
import type { Knex } from "knex";
import { readNodes } from "../events/event-queries.ts";
import { BatchedLookup } from "./batched-lookup.ts";

/** Maximum number of cached nodes, with about 250 bytes each. The oldest entry is evicted first. */
const maxCacheEntries = 20_000;

interface WantedNodes {
  workspaceId: string;
  places: readonly NodePlace[];
}

const keyOf = (workspaceId: string, { level, index }: NodePlace): string =>
  `${workspaceId}/${level}/${index}`;

/**
 * Caches the complete nodes of log trees. This is possible because logs are append-only. Callers must compare
 * their result with a signed root. If the root differs, the log was restarted, and they must read the nodes
 * again with `read`.
 */
export class TreeNodes {
  readonly #knex: Knex;
  readonly #cached = new Map<string, Uint8Array>();
  readonly #reading = new BatchedLookup((wanted: readonly WantedNodes[]) => this.#readAll(wanted));

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /**
   * Returns nodes from the cache or the database.
   *
   * @returns a function that returns each node, and throws ApiError 409 if the node was lost.
   */
  async find(workspaceId: string, places: readonly NodePlace[]): Promise<NodeAt> {
    const found = new Map<string, Uint8Array>();
    const missing: NodePlace[] = [];
    for (const place of places) {
      const key = keyOf(workspaceId, place);
      const node = this.#cached.get(key);
      if (node) found.set(key, node);
      else missing.push(place);
    }
    const readAt = missing.length > 0 ? await this.read(workspaceId, missing) : undefined;
    return (place) => {
      const node = found.get(keyOf(workspaceId, place)) ?? readAt?.(place);
      if (!node) throw new Error(`The node ${place.level}/${place.index} was not requested.`);
      return node;
    };
  }

  /** Reads nodes from the database, and updates the cache. */
  async read(workspaceId: string, places: readonly NodePlace[]): Promise<NodeAt> {
    const readAt = await this.#reading.get({ workspaceId, places });
    return (place) => {
      const node = readAt(place);
      this.#cache(keyOf(workspaceId, place), node);
      return node;
    };
  }

  #cache(key: string, node: Uint8Array): void {
    // Stores a copy, because the node is a view that keeps the whole query result in memory.
    this.#cached.set(key, Uint8Array.from(node));
    if (this.#cached.size <= maxCacheEntries) return;
    const [oldest] = this.#cached.keys();
    if (oldest !== undefined) this.#cached.delete(oldest);
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
