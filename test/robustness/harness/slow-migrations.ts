import pg from "pg";
import { type RunningPostgres, startPostgres } from "../../support/postgres.ts";

/** An empty database in which each schema statement is delayed and counted. */
export interface SlowDatabase {
  url: string;
  /** Returns the number of schema statements that were started, including those of killed processes. */
  statements: () => Promise<number>;
  /** Resolves once `count` statements were started, or the schema changes are complete. */
  reaches: (count: number, over: Promise<unknown>) => Promise<void>;
  rows: (query: string) => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
}

/** Starts a durable Postgres that provides empty databases. */
export async function slowMigrations() {
  const postgres: RunningPostgres = await startPostgres({ durable: true });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  let made = 0;
  return {
    close: async () => {
      await admin.end();
      await postgres.stop();
    },
    empty: async (): Promise<SlowDatabase> => {
      made += 1;
      await admin.query(`create database migrated_${made}`);
      const url = Object.assign(new URL(postgres.url), { pathname: `/migrated_${made}` }).href;
      return slowDatabase(url);
    },
  };
}

async function slowDatabase(url: string): Promise<SlowDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Count with a sequence: a rollback does not reset it, and other sessions see its value immediately.
  await client.query(`
    create schema watch;
    create sequence watch.statements;
    create function watch.slow() returns event_trigger language plpgsql as $$
      begin
        perform nextval('watch.statements');
        perform pg_sleep(0.005);
      end $$;
    create event trigger slow on ddl_command_start execute function watch.slow();`);
  const rows: SlowDatabase["rows"] = async (query) => (await client.query(query)).rows;
  const statements = async (): Promise<number> => {
    const [row] = await rows(
      "select case when is_called then last_value else 0 end::int as n from watch.statements",
    );
    return Number(row?.["n"]);
  };
  return {
    url,
    rows,
    statements,
    reaches: async (count, over) => {
      const ended = new AbortController();
      void over.then(() => ended.abort());
      while (!ended.signal.aborted && (await statements()) < count)
        await new Promise((resolve) => setTimeout(resolve, 2));
    },
    close: () => client.end(),
  };
}
