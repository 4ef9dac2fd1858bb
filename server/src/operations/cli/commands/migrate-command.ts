import { Command } from "commander";
import { type Config, readConfig } from "../../../platform/config.ts";
import { environmentWithFile } from "../../../platform/environment.ts";
import type { Database } from "../../../platform/db/connection/connect.ts";
import { openCommandDatabase } from "../open-command-database.ts";
import { migrateDown, migrateOptionsOf, migrateUp, migrationStatus } from "../../../platform/db/migrate.ts";
import { changedRemedy, changedText, compareSteps } from "../../../platform/db/migrations/compare-steps.ts";
import { migrations } from "../../../platform/db/migrations/index.ts";
import { attempt, type OutputOptions, printResult } from "../output.ts";

/** Builds the commands `migrate up|down|status`. */
export function migrateCommand(): Command {
  return new Command("migrate")
    .description("Apply, roll back or show migrations.")
    .addCommand(
      new Command("up")
        .description("Apply pending migrations (serve applies them on start).")
        .action((options: OutputOptions) =>
          withDatabase(options, async (database, config) => {
            await migrateUp(database, migrateOptionsOf(config));
            await report(database, options);
          }),
        ),
    )
    .addCommand(
      new Command("down")
        .description("Roll back the last migration and drop its tables with their data.")
        .action((options: OutputOptions) =>
          withDatabase(options, async (database, config) => {
            await migrateDown(database, migrateOptionsOf(config));
            await report(database, options);
          }),
        ),
    )
    .addCommand(
      new Command("status")
        .description("Show applied and pending migrations.")
        .action((options: OutputOptions) => withDatabase(options, (database) => report(database, options))),
    );
}

async function report(database: Database, options: OutputOptions): Promise<void> {
  const { applied, pending, unknown } = await migrationStatus(database);
  const { changed } = await compareSteps(database.knex, migrations);
  const current = applied.filter((name) => !unknown.includes(name));
  printResult(options, { applied: current, pending, unknown, changed }, [
    ...current.map((name) => `applied  ${name}${changed.includes(name) ? " (in another form)" : ""}`),
    ...pending.map((name) => `pending  ${name}`),
    ...unknown.map((name) => `unknown  ${name} (from a newer release)`),
    ...(changed.length > 0 ? [`${changedText(changed)} ${changedRemedy}`] : []),
  ]);
}

const withDatabase = (
  options: OutputOptions,
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> =>
  attempt(options, async () => {
    const config = readConfig(environmentWithFile());
    const database = await openCommandDatabase(config);
    try {
      await work(database, config);
    } finally {
      await database.close();
    }
  });
