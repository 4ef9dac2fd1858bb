import type { Tally } from "../evaluation/tally.ts";
import { type BoundedProportion, clusteredBoundedProportion } from "../statistics/proportion.ts";
import { ClusterSums, clusterCountsOf } from "./cluster-sums.ts";
import { parseItemTally } from "./item-tally.ts";

/**
 * Returns the share of expected items that outputs do not report. The items of one sample are not independent, so a
 * sample without a cluster is a cluster itself.
 *
 * @param tallies the number of samples for each tally of items and each cluster, in any order. The names of the items
 *   are not required.
 */
export function missedItems(tallies: readonly Tally[]): BoundedProportion {
  const sums = new ClusterSums(["found", "missed"]);
  for (const { tally, count, cluster = null } of tallies)
    sums.add(parseItemTally(tally).counts, cluster, count);
  const counts = clusterCountsOf(
    sums.all(),
    ({ found, missed }) => found + missed,
    ({ missed }) => missed,
  );
  return clusteredBoundedProportion(counts);
}
