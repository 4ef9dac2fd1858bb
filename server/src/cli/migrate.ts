import { join } from "node:path";
import { Command } from "commander";
import { type Config, environmentWithFile, readConfig } from "../config.ts";
import { type Database, openDatabase } from "../db/connect.ts";
import { migrateDown, migrateUp, migrationStatus } from "../db/migrate.ts";
import { attempt } from "./attempt.ts";

/** `migrate up|down|status`. */
export function migrateCommand(): Command {
  return new Command("migrate")
    .description("Bring the schema up, take back its last step, or say where it is.")
    .addCommand(
      new Command("up")
        .description("Apply every migration that is pending (serve does this too).")
        .action(() =>
          withDatabase(async (database, config) => {
            await migrateUp(
              database,
              config.databaseDirectUrl === undefined ? {} : { directUrl: config.databaseDirectUrl },
            );
            await report(database);
          }),
        ),
    )
    .addCommand(
      new Command("down")
        .description("Take back the last migration; its tables and their data are dropped.")
        .action(() =>
          withDatabase(async (database) => {
            await migrateDown(database);
            await report(database);
          }),
        ),
    )
    .addCommand(
      new Command("status")
        .description("Say which migrations are applied.")
        .action(() => withDatabase(report)),
    );
}

async function report(database: Database): Promise<void> {
  const { applied, pending } = await migrationStatus(database);
  for (const name of applied) console.log(`applied  ${name}`);
  for (const name of pending) console.log(`pending  ${name}`);
}

const withDatabase = (work: (database: Database, config: Config) => Promise<void>): Promise<void> =>
  attempt(async () => {
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
