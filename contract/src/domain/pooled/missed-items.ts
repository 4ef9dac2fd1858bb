import type { Tally } from "../evaluation/tally.ts";
import {
  type BoundedProportion,
  type ClusterCount,
  clusteredBoundedProportion,
} from "../statistics/proportion.ts";
import { parseItemTally } from "./item-tally.ts";

/**
 * Returns the share of expected items that outputs do not report. The items of one sample are not independent, so a
 * sample without a cluster is a cluster itself.
 *
 * @param tallies the number of samples for each tally of items and each cluster, in any order. The names of the items
 *   are not required.
 */
export function missedItems(tallies: readonly Tally[]): BoundedProportion {
  const alone: ClusterCount[] = [];
  const shared = new Map<string, ClusterCount>();
  for (const { tally, count, cluster = null } of tallies) {
    const { found, missed } = parseItemTally(tally).counts;
    const size = found + missed;
    if (size === 0) continue;
    if (cluster === null) {
      alone.push({ size, successes: missed, clusters: count });
      continue;
    }
    const before = shared.get(cluster) ?? { size: 0, successes: 0 };
    const sums = { size: before.size + count * size, successes: before.successes + count * missed };
    shared.set(cluster, { ...sums, clusters: 1 });
  }
  return clusteredBoundedProportion([...alone, ...shared.values()]);
}
