import type { ScoreGroup, ScoreGroups } from "../../generated/types.ts";
import type { Plot } from "../plot-node.ts";
import { groupMeanText, groupName, groupsTable, lowestFirst, worstGroupText } from "../text/groups-table.ts";
import { type IntervalRow, intervalPlot } from "./interval-plot.ts";
import { emptyPlot, type PlotOptions } from "./plot-frame.ts";

const maxDrawn = 25;

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
  const rows = lowestFirst(data)
    .slice(0, maxDrawn)
    .map((group): IntervalRow => ({
      label: groupName(group),
      series: isWorst(group) ? 1 : 0,
      estimate: group.mean,
      interval: group.ci95,
      text: groupMeanText(group),
    }));
  const found = worstGroupText(
    groups,
    "The filled shape marks the group that is significantly lower than all others",
  );
  const hidden = data.length - rows.length + omitted;
  const rest = hidden > 0 ? ` ${hidden} further groups are not drawn.` : "";
  return intervalPlot(
    {
      title,
      description: `Mean automated score (0-100) with 95 % interval, lowest first. ${found}${rest}`,
      axis: { domain: [0, 100], label: "mean score (0-100)" },
      groups: [{ heading: `groups by ${by}`, rows }],
      numbers: groupsTable(data),
    },
    options,
  );
}
