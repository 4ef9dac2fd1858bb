import type { ClusterCount } from "../statistics/proportion.ts";

/** Sums over the samples of a cluster, and the number of clusters with the same sums. */
export interface SummedClusters<Key extends string> {
  sums: Readonly<Record<Key, number>>;
  clusters: number;
}

/**
 * Adds up the counts of samples by cluster. A sample without a cluster is a cluster of its own. The memory depends on
 * the number of clusters with an id, and on the number of different counts of samples without a cluster.
 */
export class ClusterSums<Key extends string> {
  readonly #keys: readonly Key[];
  // Most items of a pool occur either only in samples with a cluster or only in samples without one, so each
  // map is created on first use.
  #alone: Map<string, { sums: Record<Key, number>; clusters: number }> | undefined;
  #shared: Map<string, Record<Key, number>> | undefined;

  /** @param keys the counts of each sample. */
  constructor(keys: readonly Key[]) {
    this.#keys = keys;
  }

  /**
   * Adds the counts of samples that have the same counts.
   *
   * @param cluster the samples' cluster; null if each sample is a cluster of its own.
   * @param samples the number of samples; by default, 1.
   */
  add(counts: Readonly<Record<Key, number>>, cluster: string | null, samples = 1): void {
    if (cluster === null) {
      this.#alone ??= new Map();
      const key = this.#keyOf(counts);
      const equal = this.#alone.get(key) ?? { sums: { ...counts }, clusters: 0 };
      equal.clusters += samples;
      this.#alone.set(key, equal);
      return;
    }
    this.#shared ??= new Map();
    const before = this.#shared.get(cluster);
    const sums: Record<Key, number> = before ?? { ...counts };
    const further = before ? samples : samples - 1;
    for (const key of this.#keys) sums[key] += further * counts[key];
    this.#shared.set(cluster, sums);
  }

  #keyOf(counts: Readonly<Record<Key, number>>): string {
    return this.#keys.map((key) => counts[key]).join(" ");
  }

  /** Returns the sums of all clusters, in an order that does not depend on the order of the samples. */
  all(): SummedClusters<Key>[] {
    const shared = [...(this.#shared?.values() ?? [])].map((sums) => ({ sums, clusters: 1 }));
    return [...(this.#alone?.values() ?? []), ...shared]
      .map((summed) => ({ summed, key: this.#keyOf(summed.sums) }))
      .sort((one, other) => (one.key < other.key ? -1 : one.key === other.key ? 0 : 1))
      .map(({ summed }) => summed);
  }
}

/** Returns the total of a value over all clusters. */
export const totalOf = <Key extends string>(
  summed: readonly SummedClusters<Key>[],
  value: (sums: Readonly<Record<Key, number>>) => number,
): number => summed.reduce((total, { sums, clusters }) => total + clusters * value(sums), 0);

/**
 * Returns the observations and successes of each cluster, as the input of a proportion. Clusters without an
 * observation are left out.
 */
export const clusterCountsOf = <Key extends string>(
  summed: readonly SummedClusters<Key>[],
  size: (sums: Readonly<Record<Key, number>>) => number,
  successes: (sums: Readonly<Record<Key, number>>) => number,
): ClusterCount[] =>
  summed.flatMap(({ sums, clusters }) =>
    size(sums) === 0 ? [] : [{ size: size(sums), successes: successes(sums), clusters }],
  );
