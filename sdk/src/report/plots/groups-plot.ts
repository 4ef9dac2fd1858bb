import type { BoundedProportion, ScoreGroup, ScoreGroups } from "../../generated/types.ts";
import type { NumbersTable, Plot } from "../plot-node.ts";
import { boundedText, decimalsOf, none, pText, shareText, signedText } from "../text/figure-text.ts";
import { type IntervalRow, intervalPlot } from "./interval-plot.ts";
import { emptyPlot, type PlotOptions } from "./plot-frame.ts";

const maxDrawn = 25;

/** Returns the name of a group; samples without a key have the name `(none)`. */
const groupName = ({ key }: ScoreGroup): string => (key === null ? "(none)" : String(key));

function meanText({ mean, ci95, coverage }: ScoreGroup): string {
  if (mean === null) return `undefined: no sample has a score (n ${coverage.scored})`;
  if (!ci95) return `${mean.toFixed(1)} (n ${coverage.scored})`;
  const digits = decimalsOf(ci95);
  return `${mean.toFixed(digits)} [${ci95.map((end) => end.toFixed(digits)).join(", ")}] (n ${coverage.scored})`;
}

function versusRestText({ versus_rest: { change, p_adjusted: p, reason } }: ScoreGroup): string {
  if (p === null) return reason === null ? none : `no test: ${reason.replaceAll("_", " ")}`;
  return `${signedText(change)}, p ${pText(p)}`;
}

/** The safety figures of groups with their names. */
const safetyFigures = [
  { name: "not caught", read: (group: ScoreGroup) => group.emergent_not_caught },
  { name: "missed flags", read: (group: ScoreGroup) => group.missed_flags },
] as const;

function safetyText(share: BoundedProportion | undefined): string {
  return share ? boundedText(share) : none;
}

function numbersOf({ data }: ScoreGroups): NumbersTable {
  const safety = safetyFigures.filter(({ read }) => data.some(read));
  const head = ["group", ...safety.map(({ name }) => name), "mean", "passed", "versus all others"];
  const rows = data.map((group) => [
    groupName(group),
    ...safety.map(({ read }) => safetyText(read(group))),
    meanText(group),
    shareText(group.passed),
    versusRestText(group),
  ]);
  return { head, rows };
}

/**
 * Draws the mean automated score of each group with its 95 % interval, lowest first; at most 25 groups. The table
 * contains all of them.
 *
 * @param name name of the system.
 * @param groups requested with `group_by`.
 */
export function groupsPlot(name: string, groups: ScoreGroups, options: PlotOptions = {}): Plot {
  const { by, data, worst, omitted } = groups;
  const title = `Scores of ${name} by ${by}`;
  if (data.length === 0) return emptyPlot(title, "No sample has a group.", options);
  const isWorst = ({ key }: ScoreGroup): boolean => worst !== null && key === worst;
  const sorted = [...data].sort((one, other) => (one.mean ?? 101) - (other.mean ?? 101));
  const rows = sorted.slice(0, maxDrawn).map((group): IntervalRow => ({
    label: groupName(group),
    series: isWorst(group) ? 1 : 0,
    estimate: group.mean,
    interval: group.ci95,
    text: meanText(group),
  }));
  const found =
    worst === null
      ? "No group is significantly lower than all others."
      : `The filled shape marks the group that is significantly lower than all others: ${String(worst)}.`;
  const hidden = data.length - rows.length + omitted;
  const rest = hidden > 0 ? ` ${hidden} further groups are not drawn.` : "";
  return intervalPlot(
    {
      title,
      description: `Mean automated score (0-100) with 95 % interval, lowest first. ${found}${rest}`,
      axis: { domain: [0, 100], label: "mean score (0-100)" },
      groups: [{ heading: `groups by ${by}`, rows }],
      numbers: numbersOf(groups),
    },
    options,
  );
}
