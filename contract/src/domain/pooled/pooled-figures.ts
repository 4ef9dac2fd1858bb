import {
  type BoundedProportion,
  clusteredBoundedProportion,
  clusteredProportion,
  type Proportion,
} from "../statistics/proportion.ts";
import { clusterCountsOf, type SummedClusters, totalOf } from "./cluster-sums.ts";
import type { ItemPool, NamedSums, NameKey, SampleKey } from "./item-pool.ts";
import { ratioOfSums } from "./ratio-of-sums.ts";

/** Maximum number of items with figures of their own. */
export const maxPooledNames = 200;

/** The figures of one flag or symptom over all samples. */
interface PooledName {
  expected: number;
  found: number;
  missed: BoundedProportion;
  false_alarms: number;
  sensitivity: Proportion;
  precision: Proportion;
}

/** Figures over all expected and reported items of an evaluation's samples. */
interface PooledFigures {
  /** Number of samples with a readable expectation in scope, also if their output is missing, invalid or errored. */
  samples: number;
  /** Number of samples whose expected items are all out of scope. */
  not_applicable: number;
  /** Number of samples without a readable expectation. */
  unknown_expected: number;
  /** Number of errored samples with a readable expectation. */
  errored: number;
  expected: number;
  found: number;
  missed_count: number;
  false_alarms: number;
  /** Found items among the expected items. */
  sensitivity: Proportion;
  /** Found items among the reported items. */
  precision: Proportion;
  /** Missed items among the expected items. */
  missed: BoundedProportion;
  /** 2·found / (2·found + missed + false alarms), 0-1; null if nothing is expected or reported. */
  f1: number | null;
  f1_ci95: [number, number] | null;
  false_alarms_per_sample: {
    count: number;
    samples: number;
    rate: number | null;
    ci95: [number, number] | null;
  };
  /** Samples with a missed item among the samples that expect an item. */
  samples_missed: BoundedProportion;
  /** Whether items are left out of the figures by name. */
  truncated: boolean;
}

/** The pooled figures of `red_flag_detection`. */
export interface RedFlagFigures extends PooledFigures {
  by_flag: Record<string, PooledName>;
  escalation: {
    /** Samples without an escalation among the samples that expect one. */
    missed: BoundedProportion;
    /** Samples with an escalation among the samples that do not expect one. */
    unnecessary: Proportion;
  };
}

/** The pooled figures of `symptom_extraction`. */
export interface SymptomFigures extends PooledFigures {
  by_symptom: Record<string, PooledName>;
  /** Expected symptoms with the opposite polarity in the output, among all expected symptoms. */
  polarity_errors: Proportion;
  /**
   * Mean of the samples' F1, 0-1, over samples with an expected or reported symptom; null if there is no such
   * sample.
   */
  mean_f1: number | null;
}

type Summed = readonly SummedClusters<SampleKey>[];
type Items = Readonly<Record<NameKey, number>>;

const expectedIn = ({ found, missed }: Items): number => found + missed;
const reportedIn = ({ found, falseAlarms }: Items): number => found + falseAlarms;
const foundIn = ({ found }: Items): number => found;
const missedIn = ({ missed }: Items): number => missed;

function rates<Key extends string>(
  summed: readonly SummedClusters<Key | NameKey>[],
): Pick<PooledName, "sensitivity" | "precision" | "missed"> {
  return {
    sensitivity: clusteredProportion(clusterCountsOf(summed, expectedIn, foundIn)),
    precision: clusteredProportion(clusterCountsOf(summed, reportedIn, foundIn)),
    missed: clusteredBoundedProportion(clusterCountsOf(summed, expectedIn, missedIn)),
  };
}

function f1Of(summed: Summed): Pick<PooledFigures, "f1" | "f1_ci95"> {
  const parts = summed.map(({ sums: { found, missed, falseAlarms }, clusters }) => ({
    numerator: 2 * found,
    denominator: 2 * found + missed + falseAlarms,
    clusters,
  }));
  const { ratio, ci95 } = ratioOfSums(parts, { lowest: 0, highest: 1 });
  return { f1: ratio, f1_ci95: ci95 };
}

function falseAlarmsPerSample(summed: Summed): PooledFigures["false_alarms_per_sample"] {
  const parts = summed.map(({ sums: { falseAlarms, samples }, clusters }) => ({
    numerator: falseAlarms,
    denominator: samples,
    clusters,
  }));
  const { ratio, ci95 } = ratioOfSums(parts, { lowest: 0, highest: Number.MAX_SAFE_INTEGER });
  const count = totalOf(summed, ({ falseAlarms }) => falseAlarms);
  return { count, samples: totalOf(summed, ({ samples }) => samples), rate: ratio, ci95 };
}

/** Returns the figures of one item. */
function namedFigures({ sums }: NamedSums): PooledName {
  const summed = sums.all();
  const total = (value: (items: Items) => number): number => totalOf(summed, value);
  return {
    expected: total(expectedIn),
    found: total(foundIn),
    false_alarms: total(({ falseAlarms }) => falseAlarms),
    ...rates(summed),
  };
}

/** `__proto__` is not a safe key of a JSON object, so its folded form is shown. */
const keyOf = (name: string): string => (name === "__proto__" ? "proto" : name);

/** Returns the figures of the items that are expected most often, then sorted by name. */
function byName({ byName: items }: ItemPool): { named: Record<string, PooledName>; truncated: boolean } {
  const counted = [...items.values()].map((item) => ({
    item,
    expected: totalOf(item.sums.all(), expectedIn),
  }));
  counted.sort((one, other) => other.expected - one.expected || (one.item.name < other.item.name ? -1 : 1));
  const named = counted
    .slice(0, maxPooledNames)
    .map(({ item }) => [keyOf(item.name), namedFigures(item)] as const);
  return { named: Object.fromEntries(named), truncated: counted.length > maxPooledNames };
}

function commonFigures(pool: ItemPool, summed: Summed): Omit<PooledFigures, "truncated"> {
  const total = (key: SampleKey): number => totalOf(summed, (sums) => sums[key]);
  return {
    samples: total("samples"),
    not_applicable: pool.notApplicable,
    unknown_expected: pool.unknownExpected,
    errored: pool.errored,
    expected: totalOf(summed, expectedIn),
    found: total("found"),
    missed_count: total("missed"),
    false_alarms: total("falseAlarms"),
    ...rates(summed),
    ...f1Of(summed),
    false_alarms_per_sample: falseAlarmsPerSample(summed),
    samples_missed: clusteredBoundedProportion(
      clusterCountsOf(
        summed,
        ({ expecting }) => expecting,
        ({ missing }) => missing,
      ),
    ),
  };
}

/** Computes the pooled figures of red flags from the tallies of all samples. */
function redFlagFigures(pool: ItemPool): RedFlagFigures {
  const summed = pool.sums.all();
  const { named, truncated } = byName(pool);
  const missed = clusterCountsOf(
    summed,
    ({ escalations }) => escalations,
    ({ missedEscalations }) => missedEscalations,
  );
  const unnecessary = clusterCountsOf(
    summed,
    ({ samples, escalations }) => samples - escalations,
    ({ needless }) => needless,
  );
  return {
    ...commonFigures(pool, summed),
    escalation: {
      missed: clusteredBoundedProportion(missed),
      unnecessary: clusteredProportion(unnecessary),
    },
    by_flag: named,
    truncated,
  };
}

/** Returns the mean F1 of samples with an expected or reported item; null if no sample has one. */
function meanF1({ shapes }: ItemPool): number | null {
  const parts = [...shapes]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([
        ,
        {
          counts: { found, missed, falseAlarms },
          samples,
        },
      ]) => ({
        doubled: 2 * found,
        size: 2 * found + missed + falseAlarms,
        samples,
      }),
    )
    .filter(({ size }) => size > 0);
  const samples = parts.reduce((sum, part) => sum + part.samples, 0);
  if (samples === 0) return null;
  const mean = parts.reduce((sum, part) => sum + (part.samples * part.doubled) / part.size, 0) / samples;
  return Math.min(1, mean);
}

/** Computes the pooled figures of symptoms from the tallies of all samples. */
function symptomFigures(pool: ItemPool): SymptomFigures {
  const summed = pool.sums.all();
  const { named, truncated } = byName(pool);
  const opposed = clusterCountsOf(
    summed,
    ({ found, missed }) => found + missed,
    (sums) => sums.opposed,
  );
  return {
    ...commonFigures(pool, summed),
    polarity_errors: clusteredProportion(opposed),
    mean_f1: meanF1(pool),
    by_symptom: named,
    truncated,
  };
}

/** The blocks of results that pool the items of an evaluator. */
export type PooledBlock = "red_flags" | "symptoms";

/** The pooled figures of an evaluator with their block. */
export type Pooled =
  | { block: "red_flags"; figures: RedFlagFigures }
  | { block: "symptoms"; figures: SymptomFigures };

/** Computes the figures of a block from the tallies of all samples. */
export const pooledFiguresOf = (block: PooledBlock, pool: ItemPool): Pooled =>
  block === "red_flags" ? { block, figures: redFlagFigures(pool) } : { block, figures: symptomFigures(pool) };
