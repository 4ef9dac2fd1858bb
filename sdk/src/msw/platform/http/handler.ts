import type { contract } from "@assay/contract/openapi/apis";
import type { Download } from "@assay/contract/platform/c";
import type { RuleContext } from "@assay/contract/platform/decision";
import type { Scope } from "@assay/contract/platform/scopes";
import type { PlatformState, PlatformTables } from "../state/platform-tables.ts";

type Contract = typeof contract;

/** The name of a resource in the contract. */
export type ResourceName = keyof Contract;

/** The output type of a schema in the contract. */
type Checked<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : undefined;
/** The input type of a schema in the contract; a response without a schema is a string or a file. */
type Given<Schema> = Schema extends { _zod: { input: infer Value } }
  ? Value
  : Schema extends { contentType: string; body: infer Body }
    ? Body extends { _zod: unknown }
      ? Given<Body>
      : Download
    : never;
type Part<Route, Name extends string> =
  Route extends Record<Name, infer Schema> ? Checked<Schema> : undefined;

/** A request's validated parts. */
interface Input<Route> {
  params: Part<Route, "pathParams">;
  query: Part<Route, "query">;
  body: Part<Route, "body">;
}

/** A successful response before its validation and serialization. */
export interface HandlerResponse {
  status: number;
  body: unknown;
}

/** The caller: the request's API key, and the key's workspace. */
export interface Caller<Tables = PlatformTables> {
  workspace: Tables;
  apiKeyId: string;
  scopes: ReadonlySet<Scope>;
  /** The projects that the key is restricted to; null for the whole workspace. */
  projects: readonly string[] | null;
  /** The reviewer that the key acts as; null if the key acts as no reviewer. */
  reviewer: string | null;
  /** The agent to which the key is bound; null if it is not bound. */
  keyAgent: string | null;
}

/** A complete request to the mock. */
export interface SentRequest {
  method: string;
  url: URL;
  /** The path below the mock's base URL, still encoded. */
  path: string;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Request data that a handler receives in addition to the validated input and the mock's state. */
interface RequestParts<Tables> {
  caller: Caller<Tables>;
  sent: SentRequest;
  /** The context of rules: the time, the caller, and a source of ids for new records. */
  rules: RuleContext;
  /** Returns the body's text, for routes that parse it themselves; undefined if it is not UTF-8. */
  text: () => string | undefined;
  setHeader: (name: string, value: string) => void;
  /** Marks the response as a repetition of an earlier one. */
  markReplayed: () => void;
  /** Returns whether the key is still authorized, for long-running requests. */
  recheck: () => boolean;
  /**
   * Runs writes one after another, and stores the result under the idempotency key. Returns the first
   * result if a key is repeated.
   *
   * @param work must write synchronously after its last await, so that readers never see a partial change.
   */
  commit: <A>(work: () => A | Promise<A>) => Promise<A>;
}

/** The type of a workspace's tables in a mock with the given state. */
export type TablesOf<State extends PlatformState> = State["tables"]["workspaces"][number];

/** The argument that a handler receives. */
export type Call<State extends PlatformState = PlatformState> = State & RequestParts<TablesOf<State>>;

/** The statuses of successful responses. */
export const successes = [200, 201, 202] as const;

type Success = (typeof successes)[number];
/**
 * A handler's result: the body of a successful response. If the route has two successful responses, the
 * result also has the status.
 */
type Result<Route> = Route extends { responses: infer Responses }
  ? Responses extends Record<200 | 201, unknown>
    ? { [S in 200 | 201]: { status: S; body: Given<Responses[S]> } }[200 | 201]
    : Given<Responses[keyof Responses & Success]>
  : never;

/** The implementation of one route. It takes the validated input, returns its result, and throws refusals. */
type Handler<Route, State extends PlatformState> = (
  input: Input<Route>,
  call: Call<State>,
) => Result<Route> | Promise<Result<Route>>;

/** The implementations of a resource's routes. */
export type ResourceHandlers<Resource extends ResourceName, State extends PlatformState = PlatformState> = {
  [Name in keyof Contract[Resource]]: Handler<Contract[Resource][Name], State>;
};

/** The implementations of all routes in the contract. */
export type ContractHandlers<State extends PlatformState> = {
  [Resource in ResourceName]: ResourceHandlers<Resource, State>;
};
