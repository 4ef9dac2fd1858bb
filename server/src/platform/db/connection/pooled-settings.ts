import type { Knex } from "knex";
import { escapeIdentifier } from "pg";

/** Thrown if the connections of a transaction pooler do not have the settings that Assay relies on. */
class PooledSettingsMissing extends Error {
  override readonly name = "PooledSettingsMissing";
}

interface Settings {
  zone: string;
  /** Milliseconds; 0 means no limit. */
  timeout: number;
  role: string;
  name: string;
}

/**
 * Checks the settings of connections through a transaction pooler: the time zone UTC, and a limit on the time of a
 * statement. A transaction pooler gives each transaction any of its connections, so a process cannot set them for its
 * own connections; the role must have them.
 *
 * @param statementTimeoutMs the limit to recommend; 0 if none is needed.
 * @throws {PooledSettingsMissing} with the statements that set what is missing. The pool is closed.
 */
export async function checkPooledSettings(pool: Knex, statementTimeoutMs: number): Promise<void> {
  try {
    await checkSettings(pool, statementTimeoutMs);
  } catch (error) {
    await pool.destroy();
    throw error;
  }
}

async function checkSettings(pool: Knex, statementTimeoutMs: number): Promise<void> {
  const { rows } = await pool.raw<{ rows: Settings[] }>(`
    select current_setting('TimeZone') as zone, current_user as role, current_database() as name,
      (select setting::int from pg_settings where name = 'statement_timeout') as timeout`);
  for (const { zone, timeout, role, name } of rows) {
    const missing = [
      ...(/^(Etc\/)?UTC$/i.test(zone) ? [] : ["timezone = 'UTC'"]),
      ...(timeout > 0 || statementTimeoutMs === 0 ? [] : [`statement_timeout = ${statementTimeoutMs}`]),
    ];
    if (missing.length === 0) continue;
    const alter = `alter role ${escapeIdentifier(role)} in database ${escapeIdentifier(name)} set`;
    throw new PooledSettingsMissing(
      "DATABASE_DIRECT_URL is set, so DATABASE_URL is taken for a transaction pooler, which keeps no settings of a " +
        `connection. The role needs them: ${missing.map((setting) => `${alter} ${setting};`).join(" ")} ` +
        "Then reconnect the pooler's connections (RECONNECT in PgBouncer).",
    );
  }
}
