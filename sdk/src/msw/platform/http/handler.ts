import type { contract } from "@assay/contract/openapi/apis";
import type { Download } from "@assay/contract/platform/c";
import type { Scope } from "@assay/contract/platform/scopes";
import type { PlatformState, PlatformTables } from "../state/platform-tables.ts";

type Contract = typeof contract;

/** The name of a resource of the contract. */
export type ResourceName = keyof Contract;

/** What a schema of the contract gives once it has checked something. */
type Checked<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : undefined;
/** What a schema of the contract takes; an answer without a schema is a text, or a file. */
type Given<Schema> = Schema extends { _zod: { input: infer Value } }
  ? Value
  : Schema extends { contentType: string; body: infer Body }
    ? Body extends { _zod: unknown }
      ? Given<Body>
      : Download
    : never;
type Part<Route, Name extends string> =
  Route extends Record<Name, infer Schema> ? Checked<Schema> : undefined;

/** The checked parts of a request. */
interface Input<Route> {
  params: Part<Route, "pathParams">;
  query: Part<Route, "query">;
  body: Part<Route, "body">;
}

/** An answer before it is checked and written. */
export interface Answer {
  status: number;
  body: unknown;
}

/** Who calls: the API key of the request, and the workspace it opens. */
export interface Caller<Tables = PlatformTables> {
  workspace: Tables;
  apiKeyId: string;
  scopes: ReadonlySet<Scope>;
  /** The only projects the key may reach; null: all of the workspace. */
  projects: readonly string[] | null;
  /** The reviewer as whom the key acts; null: none. */
  reviewer: string | null;
}

/** A request as it reached the mock, whole. */
export interface SentRequest {
  method: string;
  url: URL;
  /** Below the mock's base URL, still encoded. */
  path: string;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What a handler knows of the request besides its checked parts and the state of the mock. */
interface RequestParts<Tables> {
  caller: Caller<Tables>;
  sent: SentRequest;
  /** The text of the body, of a route that reads it itself; undefined when it is no UTF-8. */
  text: () => string | undefined;
  /** Sets a header of the answer. */
  setHeader: (name: string, value: string) => void;
  /** Says that the answer is an earlier one. */
  markReplayed: () => void;
  /** Whether the key may do this still: for what goes on long after it was let in. */
  recheck: () => boolean;
  /**
   * Does a write, one after the other, and remembers its answer under the request's idempotency key; when the key was
   * seen before, gives the first answer and does nothing.
   *
   * @param work must write in one go, after whatever it waits for: readers see all of it or nothing.
   */
  commit: <A extends Answer>(work: () => A | Promise<A>) => Promise<A>;
}

/** The tables of a workspace in a state. */
export type TablesOf<State extends PlatformState> = State["tables"]["workspaces"][number];

/** What a handler works with. */
export type Call<State extends PlatformState = PlatformState> = State & RequestParts<TablesOf<State>>;

type Success = 200 | 201 | 202;
type AnswerOf<Route> = Route extends { responses: infer Responses }
  ? { [S in keyof Responses & Success]: { status: S; body: Given<Responses[S]> } }[keyof Responses & Success]
  : never;

/** One route's implementation: takes what the contract promises, gives what it allows, throws its refusals. */
type Handler<Route, State extends PlatformState> = (
  input: Input<Route>,
  call: Call<State>,
) => AnswerOf<Route> | Promise<AnswerOf<Route>>;

/** The implementations of one resource. */
export type ResourceHandlers<Resource extends ResourceName, State extends PlatformState = PlatformState> = {
  [Name in keyof Contract[Resource]]: Handler<Contract[Resource][Name], State>;
};

/** The implementation of every route of the contract. */
export type ContractHandlers<State extends PlatformState> = {
  [Resource in ResourceName]: ResourceHandlers<Resource, State>;
};
