import type { Knex } from "knex";
import { activeSpan, errorTypeOf, type Span } from "./span.ts";

/** The data that Knex provides about a query. */
interface KnexQuery {
  __knexQueryUid: string;
  sql: string;
}

/**
 * Returns the verb of a statement and its first table, such as `select jobs`, without values or other text.
 */
export function summaryOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? "query";
  const table = /\b(?:from|into|update|table)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/i.exec(sql)?.[1];
  return table === undefined || table === verb ? verb : `${verb} ${table}`;
}

/**
 * Creates a span for each query that runs within another span.
 *
 * @returns a function that stops creating spans.
 */
export function traceQueries(knex: Knex): () => void {
  const running = new Map<string, Span>();
  const begin = ({ __knexQueryUid: uid, sql }: KnexQuery): void => {
    const parent = activeSpan();
    if (!parent) return;
    const summary = summaryOf(sql);
    running.set(
      uid,
      parent.child({
        name: summary,
        kind: "client",
        attributes: { "db.system.name": "postgresql", "db.query.summary": summary },
      }),
    );
  };
  const end = ({ __knexQueryUid: uid }: KnexQuery, error?: unknown): void => {
    const span = running.get(uid);
    if (!span) return;
    running.delete(uid);
    if (error !== undefined) span.fail(errorTypeOf(error));
    span.end();
  };
  const onResponse = (_response: unknown, query: KnexQuery): void => end(query);
  const onError = (error: unknown, query: KnexQuery): void => end(query, error);
  knex.on("query", begin).on("query-response", onResponse).on("query-error", onError);
  return () => {
    knex.removeListener("query", begin);
    knex.removeListener("query-response", onResponse);
    knex.removeListener("query-error", onError);
  };
}
