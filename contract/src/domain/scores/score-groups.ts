import { type Coverage, coverageOf } from "../evaluation/results.ts";
import type { Tally } from "../evaluation/tally.ts";
import { missedItems } from "../pooled/missed-items.ts";
import { holmAdjusted } from "../statistics/holm.ts";
import { type BoundedProportion, clusteredProportion, type Proportion } from "../statistics/proportion.ts";
import { clusterCounts } from "../triage/triage-confusion.ts";
import { joinedCells, type ScoreCell } from "./score-cells.ts";
import { scoreMean, type ScoreMean } from "./score-mean.ts";
import { type VersusRest, versusRest } from "./versus-rest.ts";

/** The value that the samples of a group share; null for samples without this property. */
export type GroupKey = string | number | boolean | null;

/** Maximum number of groups with figures; the largest groups have figures. */
export const maxScoreGroups = 100;

/**
 * Runs of samples of one cluster with the same groups and automated outcome. `status` is the status of the
 * samples. A sample is scored only if all of its runs are scored.
 */
export type RunCell = Pick<
  GroupedCell,
  "keys" | "status" | "passed" | "tally" | "flags" | "cluster" | "count"
>;

/** Samples of one cluster with the same groups and automated outcome. */
export interface GroupedCell {
  /** The groups that the samples belong to, without repetition. */
  keys: readonly GroupKey[];
  status: "scored" | "skipped" | "errored";
  /** The automated score (0-100); null unless scored. */
  score: number | null;
  passed: boolean | null;
  /** The tally of the evaluator that the group's safety figures count; null if there is no such evaluator. */
  tally: string | null;
  /** The tally of red flags that the group's share of missed flags counts; null if there is no such tally. */
  flags: string | null;
  /** Whether the samples have no output. */
  missing_output: boolean;
  /** Whether the samples are outside the scope of the evaluator, or of every evaluator. */
  not_applicable: boolean;
  /** The cluster; null if each sample is a cluster of its own. */
  cluster: string | null;
  count: number;
}

/** The figures of one group, from automated scores. */
interface ScoreGroup extends ScoreMean {
  key: GroupKey;
  samples: number;
  coverage: Coverage;
  /** Share that passed of the scored samples, or of their runs. */
  passed: Proportion;
  emergent_not_caught?: BoundedProportion;
  missed_flags?: BoundedProportion;
  versus_rest: VersusRest & { p_adjusted: number | null };
}

/** The figures of an evaluation's groups. */
export interface ScoreGroups {
  /** The largest groups, largest first. */
  data: ScoreGroup[];
  /**
   * Key of the group with the lowest mean among the groups that are significantly lower than the other
   * samples. Null if there is none; samples without a key are not considered.
   */
  worst: GroupKey;
  /** Key of the group with the lowest mean; null if no group with a key has a score. */
  lowest: GroupKey;
  /** Number of groups without figures. */
  omitted: number;
}

/** Returns the value of a sample's property as the key of a group; null if it is not a scalar. */
const scalarKey = (value: unknown): GroupKey =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;

/**
 * Returns the groups of a sample.
 *
 * @param value the sample's tags, or the value of another property.
 * @param isTags whether the value is a list of tags. A sample belongs to the group of each of its tags.
 */
export function groupKeys(value: unknown, isTags: boolean): GroupKey[] {
  if (!isTags || !Array.isArray(value)) return [scalarKey(value)];
  return value.length === 0 ? [null] : [...new Set(value.map(scalarKey))];
}

const nameOf = (key: GroupKey): string => JSON.stringify(key);
const sizeOfGroup = (cells: readonly Pick<GroupedCell, "count">[]): number =>
  cells.reduce((sum, { count }) => sum + count, 0);

/** The cells of one group. */
interface Group<Cell> {
  key: GroupKey;
  cells: Cell[];
}

/** Returns the cells of each group, by the group's name. */
function cellsByGroup<Cell extends Pick<GroupedCell, "keys">>(
  cells: readonly Cell[],
): Map<string, Group<Cell>> {
  const groups = new Map<string, Group<Cell>>();
  for (const cell of cells) {
    for (const key of cell.keys) {
      const group = groups.get(nameOf(key)) ?? { key, cells: [] };
      groups.set(nameOf(key), group);
      group.cells.push(cell);
    }
  }
  return groups;
}

/** Returns the cells of each group, largest group first. Groups of equal size are sorted by their keys. */
function largestGroups(cells: readonly GroupedCell[]): Group<GroupedCell>[] {
  return [...cellsByGroup(cells)]
    .map(([name, group]) => ({ ...group, name, size: sizeOfGroup(group.cells) }))
    .sort((one, other) => other.size - one.size || (one.name < other.name ? -1 : 1));
}

const scoresOf = (cells: readonly GroupedCell[]): ScoreCell[] =>
  cells.flatMap(({ score, cluster, count }) => (score === null ? [] : [{ score, cluster, count }]));

function coverageIn(cells: readonly GroupedCell[]): Coverage {
  const count = (isWanted: (cell: GroupedCell) => boolean): number => sizeOfGroup(cells.filter(isWanted));
  return coverageOf({
    scored: count(({ status }) => status === "scored"),
    errored: count(({ status }) => status === "errored"),
    skipped: count(({ status }) => status === "skipped"),
    missing_output: count((cell) => cell.missing_output),
    not_applicable: count((cell) => cell.not_applicable),
  });
}

const talliesOf = (cells: readonly RunCell[], of: "tally" | "flags"): Tally[] =>
  cells.flatMap(({ cluster, count, [of]: tally }) => (tally === null ? [] : [{ tally, cluster, count }]));

const nameOfCell = ({ score, cluster }: Pick<ScoreCell, "score" | "cluster">): string =>
  JSON.stringify([score, cluster]);

/** Creates a function that compares the scores of a group's cells with all other scores. */
function comparisonWith(all: readonly GroupedCell[]): (group: readonly GroupedCell[]) => VersusRest {
  const cells = joinedCells(scoresOf(all));
  const positions = new Map(cells.map((cell, at) => [nameOfCell(cell), at]));
  return (group) => {
    const counts = new Float64Array(cells.length);
    for (const cell of scoresOf(group)) {
      const at = positions.get(nameOfCell(cell)) ?? 0;
      counts[at] = (counts[at] ?? 0) + cell.count;
    }
    return versusRest(cells, counts);
  };
}

/** Applies Holm's correction to the groups that have a p-value. */
function adjusted(tests: readonly VersusRest[]): ScoreGroup["versus_rest"][] {
  const tested = tests.flatMap(({ p_value: p }, at) => (p === null ? [] : [{ p, at }]));
  const byTest = holmAdjusted(tested.map(({ p }) => p));
  const places = new Map(tested.map(({ at }, place) => [at, byTest[place] ?? null]));
  return tests.map((test, at) => ({ ...test, p_adjusted: places.get(at) ?? null }));
}

/** Returns the key of the group with the lowest mean; of equal means, the first one. */
function lowestKey(groups: readonly ScoreGroup[]): GroupKey {
  let lowest: ScoreGroup | undefined;
  for (const group of groups) {
    if (group.key === null || group.mean === null) continue;
    if (lowest === undefined || group.mean < (lowest.mean ?? 100)) lowest = group;
  }
  return lowest?.key ?? null;
}

const isSignificantlyLower = ({ versus_rest: { change, p_adjusted: p } }: ScoreGroup): boolean =>
  change !== null && change < 0 && p !== null && p < 0.05;

/** The safety figures of groups. */
interface GroupSafety {
  emergentNotCaught: ((tallies: readonly Tally[]) => BoundedProportion) | undefined;
  missedFlags: boolean;
}

/**
 * Computes the figures of groups of samples, and compares each group with all other samples. Holm's
 * correction covers the groups that have figures.
 *
 * @param cells all samples of an evaluation, in any order and grouping.
 * @param safety.emergentNotCaught computes the share of missed emergencies from tallies; undefined if no evaluator
 *   counts it.
 * @param safety.missedFlags whether an evaluator counts missed flags. They are omitted if an earlier version stored a
 *   result without its flags.
 * @param runs the runs of all samples, which the shares count; undefined if each sample has only one run.
 */
export function scoreGroups(
  cells: readonly GroupedCell[],
  { emergentNotCaught, missedFlags }: GroupSafety,
  runs?: readonly RunCell[],
): ScoreGroups {
  const groups = largestGroups(cells);
  const shown = groups.slice(0, maxScoreGroups);
  const runsByGroup = runs && cellsByGroup(runs);
  const countsFlags = missedFlags && (runs ?? cells).every(({ flags }) => flags !== null);
  const compare = comparisonWith(cells);
  const tests = adjusted(shown.map((group) => compare(group.cells)));
  const data = shown.map(({ key, cells: own }, at): ScoreGroup => {
    const counted: readonly RunCell[] = runsByGroup ? (runsByGroup.get(nameOf(key))?.cells ?? []) : own;
    const scored = counted.filter(({ status }) => status === "scored");
    return {
      key,
      samples: sizeOfGroup(own),
      coverage: coverageIn(own),
      ...scoreMean(scoresOf(own)),
      passed: clusteredProportion(clusterCounts(scored, ({ passed }) => passed === true)),
      ...(emergentNotCaught && { emergent_not_caught: emergentNotCaught(talliesOf(counted, "tally")) }),
      ...(countsFlags && { missed_flags: missedItems(talliesOf(counted, "flags")) }),
      versus_rest: tests[at] ?? { ...compare(own), p_adjusted: null },
    };
  });
  return {
    data,
    worst: lowestKey(data.filter(isSignificantlyLower)),
    lowest: lowestKey(data),
    omitted: groups.length - shown.length,
  };
}
