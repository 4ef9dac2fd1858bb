import type { Knex } from "knex";

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Ids of all stored entities of a type; of agents and tools also those of the agents, and the tools that they declare. */
export async function findCandidates(db: Knex, workspaceId: string, type: string): Promise<string[]> {
  const stored = idsOf(await db("entities").where({ workspace_id: workspaceId, type }).select("id"));
  if (type === "agent") {
    return [...stored, ...idsOf(await db("agents").where({ workspace_id: workspaceId }).select("id"))];
  }
  if (type !== "tool") return stored;
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    "select distinct unnest(tools) as id from agents where workspace_id = ?",
    [workspaceId],
  );
  // The wildcard is the name of no tool.
  return [...stored, ...idsOf(rows).filter((name) => name !== "*")];
}
