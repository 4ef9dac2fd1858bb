import { foldName } from "../evaluators/reading/fold-name.ts";
import { ClusterSums } from "./cluster-sums.ts";
import { type ItemTally, parseItemTally } from "./item-tally.ts";

/** The counts of one sample over all its items. */
const sampleKeys = [
  "samples",
  "found",
  "missed",
  "falseAlarms",
  "opposed",
  "expecting",
  "missing",
  "escalations",
  "missedEscalations",
  "needless",
] as const;

/** One of the counts of a sample. */
export type SampleKey = (typeof sampleKeys)[number];

const nameKeys = ["found", "missed", "falseAlarms"] as const;

/** The counts of one item of a sample. */
export type NameKey = (typeof nameKeys)[number];

/** The counts of one item over all samples. */
export interface NamedSums {
  /** The alphabetically first spelling, of the expected items if the item is expected. */
  name: string;
  isExpected: boolean;
  sums: ClusterSums<NameKey>;
}

const countsOf = (tally: ItemTally): Record<SampleKey, number> => {
  const { counts, opposed, escalationExpected, escalated } = tally;
  return {
    samples: 1,
    ...counts,
    opposed,
    expecting: Number(counts.found + counts.missed > 0),
    missing: Number(counts.missed > 0),
    escalations: Number(escalationExpected),
    missedEscalations: Number(escalationExpected && !escalated),
    needless: Number(!escalationExpected && escalated),
  };
};

/** Returns the counts of each item of a sample, by folded name. */
function itemsOf(tally: ItemTally): Map<string, { names: string[]; counts: Record<NameKey, number> }> {
  const items = new Map<string, { names: string[]; counts: Record<NameKey, number> }>();
  for (const key of nameKeys) {
    for (const name of tally[key]) {
      const folded = foldName(name);
      const item = items.get(folded) ?? { names: [], counts: { found: 0, missed: 0, falseAlarms: 0 } };
      item.counts[key] += 1;
      // The names of expected items come first. Their spelling has precedence over that of false alarms.
      item.names.push(name);
      items.set(folded, item);
    }
  }
  return items;
}

/**
 * Collects the tallies of samples, one at a time and in any order. The memory depends on the number of different items,
 * of different counts, and of clusters with an id; not on the number of samples.
 */
export class ItemPool {
  notApplicable = 0;
  unknownExpected = 0;
  errored = 0;
  readonly sums = new ClusterSums(sampleKeys);
  readonly byName = new Map<string, NamedSums>();
  /** The number of samples by their found, missed and falsely reported items. */
  readonly shapes = new Map<string, { counts: ItemTally["counts"]; samples: number }>();

  /**
   * Adds the tally of a sample.
   *
   * @param cluster the sample's cluster; null if the sample is a cluster of its own.
   */
  add(text: string, cluster: string | null): void {
    const tally = parseItemTally(text);
    if (tally.state === "outside") this.notApplicable += 1;
    if (tally.state === "unknown") this.unknownExpected += 1;
    if (tally.state === "outside" || tally.state === "unknown") return;
    if (tally.state === "errored") this.errored += 1;
    this.sums.add(countsOf(tally), cluster);
    const { counts } = tally;
    const key = `${counts.found} ${counts.missed} ${counts.falseAlarms}`;
    this.shapes.set(key, { counts, samples: (this.shapes.get(key)?.samples ?? 0) + 1 });
    for (const [folded, item] of itemsOf(tally)) this.#addItem(folded, item, cluster);
  }

  #addItem(
    folded: string,
    { names, counts }: { names: readonly string[]; counts: Record<NameKey, number> },
    cluster: string | null,
  ): void {
    const [name = ""] = names;
    const isExpected = counts.found + counts.missed > 0;
    const item = this.byName.get(folded) ?? { name, isExpected, sums: new ClusterSums(nameKeys) };
    this.byName.set(folded, item);
    item.sums.add(counts, cluster);
    const isBetter = isExpected === item.isExpected ? name < item.name : isExpected;
    if (isBetter) Object.assign(item, { name, isExpected });
  }
}
