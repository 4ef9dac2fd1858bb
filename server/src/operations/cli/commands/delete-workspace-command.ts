import { counted } from "@assay/contract/domain";
import { Command } from "commander";
import type { Database } from "../../../platform/db/connection/connect.ts";
import { openDatabase } from "../../../platform/db/connection/connect.ts";
import type { Deps } from "../../../app/deps.ts";
import { findLog } from "../../../evidence/log-queries.ts";
import { deleteWorkspace } from "../../../workspace/workspaces/delete-workspace.ts";
import { administer, workspaceNamed } from "../administer.ts";
import { type OutputOptions, tell } from "../output.ts";

/** `workspace delete`: under a role of its own, as the servers' may not delete evidence. */
export const deleteWorkspaceCommand = (): Command =>
  new Command("delete")
    .description(
      "Delete a workspace with everything in it, its evidence too. On Postgres DATABASE_ADMIN_URL names a role that owns the tables and is not the servers'.",
    )
    .argument("<name>", "its name")
    .requiredOption("--confirm <name>", "its name once more")
    .action((name: string, options: OutputOptions & { confirm: string }) =>
      administer(options, async (deps) => {
        if (options.confirm !== name)
          throw new Error(
            `--confirm says ${JSON.stringify(options.confirm)}, not ${JSON.stringify(name)}; nothing was deleted.`,
          );
        const { id } = await workspaceNamed(deps, name);
        const last = (await findLog(deps.database.knex, id)) && (await deps.evidence.checkpoints.sign(id));
        const gone = await asAdministrator(deps, (admin) => deleteWorkspace(admin, id));
        const checkpoint = last === undefined ? null : last.note;
        tell(options, { id, name, ...gone, checkpoint }, [
          `Workspace ${JSON.stringify(name)} is deleted: ${counted(gone.rows, "row")} of ${counted(gone.tables, "table")}.`,
          ...(checkpoint === null
            ? []
            : ["The last checkpoint of its evidence log, for who kept copies:", checkpoint]),
        ]);
      }),
    );

async function asAdministrator<T>(
  { database, config }: Deps,
  work: (admin: Database) => Promise<T>,
): Promise<T> {
  if (database.engine === "embedded") return work(database);
  if (config.databaseAdminUrl === undefined)
    throw new Error(
      "Set DATABASE_ADMIN_URL to the database as a role that owns the tables and is not the one that the servers run as.",
    );
  const admin = await openDatabase({
    url: config.databaseAdminUrl,
    variable: "DATABASE_ADMIN_URL",
    poolMax: 2,
  });
  try {
    const [own, other] = await Promise.all([roleOf(database), roleOf(admin)]);
    if (own === other)
      throw new Error(
        `DATABASE_ADMIN_URL names the role ${JSON.stringify(own)}, as which the servers run; name another one.`,
      );
    return await work(admin);
  } finally {
    await admin.close();
  }
}

async function roleOf({ knex }: Database): Promise<string> {
  const { rows } = await knex.raw<{ rows: { role: string }[] }>("select current_user::text as role");
  return rows[0]?.role ?? "";
}
