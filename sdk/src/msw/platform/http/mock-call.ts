import type { OperationId } from "../routing/operation-id.ts";

/** One request that reached the mock. */
export interface MockCall {
  /** Undefined when no operation of the API has this method and path. */
  operationId: OperationId | undefined;
  method: string;
  /** As it was sent, without the query. */
  path: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | readonly string[]>>;
  /** As they arrived, their names in lower case, without `authorization`. */
  headers: Readonly<Record<string, string>>;
  /** What was sent: a JSON body parsed, any other as text; undefined when there was none, or it was not read. */
  body: unknown;
  /** What was answered; undefined when the connection was made to fail, and while the answer is awaited. */
  status: number | undefined;
  requestId: string;
}
