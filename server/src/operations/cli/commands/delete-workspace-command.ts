import { counted } from "@assay/contract/domain";
import { Command } from "commander";
import type { Database } from "../../../platform/db/connection/connect.ts";
import { openDatabase } from "../../../platform/db/connection/connect.ts";
import type { Deps } from "../../../app/deps.ts";
import { findLog } from "../../../evidence/log-queries.ts";
import { deleteWorkspace } from "../../../workspace/workspaces/delete-workspace.ts";
import { administer, workspaceNamed } from "../administer.ts";
import { type OutputOptions, printResult } from "../output.ts";

const help = `
On Postgres, DATABASE_ADMIN_URL must connect as a role that owns the tables and is not the role of the servers.`;

/**
 * `workspace delete`: uses a separate database role, because the servers' role is not permitted to delete
 * evidence.
 */
export const deleteWorkspaceCommand = (): Command =>
  new Command("delete")
    .description("Delete a workspace with all its data, including its evidence.")
    .addHelpText("after", help)
    .argument("<name>", "workspace name")
    .requiredOption("--confirm <name>", "workspace name, repeated for confirmation")
    .action((name: string, options: OutputOptions & { confirm: string }) =>
      administer(options, async (deps) => {
        if (options.confirm !== name)
          throw new Error(
            `--confirm is ${JSON.stringify(options.confirm)}; it must be ${JSON.stringify(name)}. Nothing was deleted.`,
          );
        const { id } = await workspaceNamed(deps, name);
        const last = (await findLog(deps.database.knex, id)) && (await deps.evidence.checkpoints.sign(id));
        const deleted = await asAdministrator(deps, (admin) => deleteWorkspace(admin, id));
        const checkpoint = last === undefined ? null : last.note;
        printResult(options, { id, name, ...deleted, checkpoint }, [
          `Workspace ${JSON.stringify(name)} deleted: ${counted(deleted.rows, "row")} of ${counted(deleted.tables, "table")}.`,
          ...(checkpoint === null
            ? []
            : ["Last checkpoint of the evidence log of this workspace:", checkpoint]),
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
      "DATABASE_ADMIN_URL is required. It must connect as a role that owns the tables and is not the servers' role.",
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
        `DATABASE_ADMIN_URL connects as the servers' own role, ${JSON.stringify(own)}. Use a role that the servers do not use.`,
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
