import type { Evaluation, EvaluationScores, ScoreGroups } from "../../generated/types.ts";
import { groupsTable, worstFirst, worstGroupText } from "../../report/text/groups-table.ts";
import type { Output } from "../output.ts";
import { narrowed } from "../results/result-tables.ts";
import { moreText } from "../results/show-results.ts";
import { tableParts } from "../results/table-parts.ts";

/** Maximum number of groups in a table of the terminal. */
const maxGroups = 5;

function showGroupsOf(system: string, groups: ScoreGroups, output: Output): void {
  const { by, data, omitted } = groups;
  output.line();
  if (data.length === 0) {
    output.line(`${system}: no sample has a group by ${by}.`);
    return;
  }
  const { head, rows } = groupsTable(worstFirst(data).slice(0, maxGroups));
  const [, ...figures] = head;
  const table = { head: [`${system}: ${by}`, ...figures], rows };
  output.tables(output.fits([table]) ? [table] : tableParts(narrowed(table, output.columns), output));
  const hidden = data.length - rows.length + omitted;
  if (hidden > 0) output.line({ text: moreText(hidden), emphasis: "dim" });
  output.line(worstGroupText(groups));
}

/** Shows the groups of each evaluation that has groups: significantly lower ones first, then those of lowest mean. */
export function showGroups(
  evaluations: readonly Evaluation[],
  scores: readonly EvaluationScores[],
  output: Output,
): void {
  for (const { id, name } of evaluations)
    for (const { evaluation_id: of, groups } of scores)
      if (of === id && groups) showGroupsOf(name, groups, output);
}
