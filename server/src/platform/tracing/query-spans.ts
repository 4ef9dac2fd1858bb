import type { Knex } from "knex";
import { activeSpan, errorTypeOf, type Span } from "./span.ts";

/** What Knex says of a query. */
interface AskedQuery {
  __knexQueryUid: string;
  sql: string;
}

/** The verb of a statement and its first table: `select jobs`. Neither values nor text. */
export function summaryOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? "query";
  const table = /\b(?:from|into|update|table)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/i.exec(sql)?.[1];
  return table === undefined || table === verb ? verb : `${verb} ${table}`;
}

/**
 * Makes a span of each query that is made as part of another one.
 *
 * @returns what ends it.
 */
export function traceQueries(knex: Knex): () => void {
  const asked = new Map<string, Span>();
  const begin = ({ __knexQueryUid: uid, sql }: AskedQuery): void => {
    const parent = activeSpan();
    if (!parent) return;
    const summary = summaryOf(sql);
    asked.set(
      uid,
      parent.child({
        name: summary,
        kind: "client",
        attributes: { "db.system.name": "postgresql", "db.query.summary": summary },
      }),
    );
  };
  const end = ({ __knexQueryUid: uid }: AskedQuery, error?: unknown): void => {
    const span = asked.get(uid);
    if (!span) return;
    asked.delete(uid);
    if (error !== undefined) span.fail(errorTypeOf(error));
    span.end();
  };
  const onResponse = (_response: unknown, query: AskedQuery): void => end(query);
  const onError = (error: unknown, query: AskedQuery): void => end(query, error);
  knex.on("query", begin).on("query-response", onResponse).on("query-error", onError);
  return () => {
    knex.removeListener("query", begin);
    knex.removeListener("query-response", onResponse);
    knex.removeListener("query-error", onError);
  };
}
