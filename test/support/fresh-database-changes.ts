import { freshDatabase } from "./database.ts";

/** Changes the schema of one embedded database. @returns whether the next fresh database shows the change. */
export async function changedBy(change: string): Promise<unknown> {
  const one = await freshDatabase("embedded");
  await one.knex.raw(change);
  await one.close();
  const next = await freshDatabase("embedded");
  const { rows } = await next.knex.raw(
    `select to_regclass('own') is not null or exists (select from pg_roles where rolname = 'other')
      or exists (select from pg_trigger where tgname = 'events_keep' and tgenabled <> 'A')
      or exists (select from pg_attribute where attrelid = 'workspaces'::regclass and attname = 'own') as changed`,
  );
  await next.close();
  return rows[0]?.changed;
}
