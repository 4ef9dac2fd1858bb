import type { OperationId } from "../routing/operation-id.ts";

/** A request that reached the mock. */
export interface MockCall {
  /** The requested operation; undefined if no operation has this method and path. */
  operationId: OperationId | undefined;
  method: string;
  /** The path as sent, without the query. */
  path: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | readonly string[]>>;
  /** The headers as received, with lower-case names and without `authorization`. */
  headers: Readonly<Record<string, string>>;
  /** The body: parsed if it is JSON, otherwise as text; undefined if missing or not read. */
  body: unknown;
  /** The response status; undefined while the request is pending, and if its connection broke. */
  status: number | undefined;
  requestId: string;
}
