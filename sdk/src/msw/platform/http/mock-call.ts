import type { OperationId } from "../routing/operation-id.ts";

/** One request that reached the mock. */
export interface MockCall {
  /** Undefined if no operation has this method and path. */
  operationId: OperationId | undefined;
  method: string;
  /** As sent, without the query. */
  path: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | readonly string[]>>;
  /** As received, with lower-case names, without `authorization`. */
  headers: Readonly<Record<string, string>>;
  /** A JSON body parsed, others as text; undefined if missing or not read. */
  body: unknown;
  /** The response status; undefined for a broken connection, and while pending. */
  status: number | undefined;
  requestId: string;
}
