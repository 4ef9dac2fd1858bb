import { counted } from "@assay/contract/domain";
import type { Database } from "../../platform/db/connection/connect.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** Maximum number of agents that the message names. */
const maxNamed = 3;

/**
 * Warns about agents that may call every tool, if the settings assign the risk `low` to tools by default.
 * Such an agent can call a tool that nobody has assessed, without an approval. Retired agents are ignored,
 * because they cannot act.
 */
export async function checkTools({ knex }: Database): Promise<Finding> {
  const { rows } = await knex.raw<{ rows: { id: string; workspace: string }[] }>(
    `select a.id, w.name as workspace
      from agents a join workspaces w on w.id = a.workspace_id
      left join workspace_settings s on s.workspace_id = a.workspace_id
      where a.tools[1] ~ '^[*]+$' and a.status <> 'retired'
        and coalesce(s.settings ->> 'defaultToolRisk', 'low') = 'low'
      order by w.name, a.id`,
  );
  if (rows.length === 0) return ok("tools", "No agent may call every tool while the default risk is low.");
  const named = rows.slice(0, maxNamed).map(({ id, workspace }) => `${id} (workspace ${workspace})`);
  const more = rows.length > maxNamed ? ` and ${rows.length - maxNamed} more` : "";
  return warn(
    "tools",
    `${counted(rows.length, "agent")} may call every tool while the default risk is low: ${named.join(", ")}${more}.`,
    "List the tools of the agent by name or pattern, or set `defaultToolRisk` in the settings to medium or high.",
  );
}
