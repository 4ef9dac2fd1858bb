import type { Context, RawResponse } from "./context.ts";

/** The content types that an import accepts. */
export const fileTypes = {
  lines: "application/x-ndjson",
  array: "application/json",
  table: "text/csv",
  ndjson: "application/ndjson",
  jsonl: "application/jsonl",
  jsonlines: "application/x-jsonlines",
  tabTable: "text/tab-separated-values",
} as const;

/** A file to import; the default `type` is JSON Lines. */
export interface SentFile {
  file: string | Uint8Array;
  type?: string;
  /** The query, including its question mark. */
  query?: string;
  encoding?: string;
  idempotencyKey?: string;
}

/** Sends a file to a dataset. */
export function sendFile(
  { request }: Context,
  dataset: string,
  { file, type = fileTypes.lines, query = "", encoding, idempotencyKey }: SentFile,
): Promise<RawResponse> {
  const key = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  const packed = encoding === undefined ? {} : { "content-encoding": encoding };
  const headers = { "content-type": type, ...packed, ...key };
  return request("POST", `/v1/datasets/${dataset}/samples/import${query}`, { body: file, headers });
}
