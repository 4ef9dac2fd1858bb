import { join } from "node:path";
import { Command } from "commander";
import { type Config, environmentWithFile, readConfig } from "../../../platform/config.ts";
import { type Database, openDatabase } from "../../../platform/db/connection/connect.ts";
import { migrateDown, migrateOptionsOf, migrateUp, migrationStatus } from "../../../platform/db/migrate.ts";
import { attempt, type OutputOptions, tell } from "../output.ts";

/** `migrate up|down|status`. */
export function migrateCommand(): Command {
  return new Command("migrate")
    .description("Bring the schema up, take back its last step, or say where it is.")
    .addCommand(
      new Command("up")
        .description("Apply every migration that is pending (serve does this too).")
        .action((options: OutputOptions) =>
          withDatabase(options, async (database, config) => {
            await migrateUp(database, migrateOptionsOf(config));
            await report(database, options);
          }),
        ),
    )
    .addCommand(
      new Command("down")
        .description("Take back the last migration; its tables and their data are dropped.")
        .action((options: OutputOptions) =>
          withDatabase(options, async (database, config) => {
            await migrateDown(database, migrateOptionsOf(config));
            await report(database, options);
          }),
        ),
    )
    .addCommand(
      new Command("status")
        .description("Say which migrations are applied.")
        .action((options: OutputOptions) => withDatabase(options, (database) => report(database, options))),
    );
}

async function report(database: Database, options: OutputOptions): Promise<void> {
  const { applied, pending, unknown } = await migrationStatus(database);
  const known = applied.filter((name) => !unknown.includes(name));
  tell(options, { applied: known, pending, unknown }, [
    ...known.map((name) => `applied  ${name}`),
    ...pending.map((name) => `pending  ${name}`),
    ...unknown.map((name) => `unknown  ${name} (of a newer release)`),
  ]);
}

const withDatabase = (
  options: OutputOptions,
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> =>
  attempt(options, async () => {
    const config = readConfig(environmentWithFile());
    const database = await openDatabase(
      config.databaseUrl === undefined
        ? { dataDir: join(config.dataDir, "database") }
        : { url: config.databaseUrl },
    );
    try {
      await work(database, config);
    } finally {
      await database.close();
    }
  });
