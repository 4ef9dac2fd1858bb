import type { contract } from "@assay/contract/openapi/apis";
import type { Download } from "@assay/contract/platform/c";
import type { Scope } from "@assay/contract/platform/scopes";
import type { MockClock } from "../state/mock-clock.ts";
import type { NewId } from "../state/mock-ids.ts";
import type { Tables, Workspace } from "../state/tables.ts";
import type { MockAssayOptions } from "../../types.ts";

type Contract = typeof contract;

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
export interface Caller {
  workspace: Workspace;
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

/** A key that signs checkpoints. */
export interface MockSigner {
  kid: string;
  seed: Uint8Array;
  publicKey: Uint8Array;
}

/** What a mock is made of, apart from its handlers. */
export interface MockState {
  clock: MockClock;
  newId: NewId;
  tables: Tables;
  evaluationMs: number;
  rateLimit: number;
  /** The key that signs checkpoints. */
  signer: () => Promise<MockSigner>;
  /** What plays the custom evaluators; undefined: they are called by `fetch`. */
  customEvaluator: MockAssayOptions["customEvaluator"];
}

/** What a handler knows of the request besides its checked parts. */
export interface Call extends MockState {
  caller: Caller;
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

type Success = 200 | 201 | 202;
type AnswerOf<Route> = Route extends { responses: infer Responses }
  ? { [S in keyof Responses & Success]: { status: S; body: Given<Responses[S]> } }[keyof Responses & Success]
  : never;

/** One route's implementation: takes what the contract promises, gives what it allows, throws its refusals. */
type Handler<Route> = (input: Input<Route>, call: Call) => AnswerOf<Route> | Promise<AnswerOf<Route>>;

/** The implementations of one resource. */
export type ResourceHandlers<Resource extends keyof Contract> = {
  [Name in keyof Contract[Resource]]: Handler<Contract[Resource][Name]>;
};

/** The implementation of every route of the contract. */
export type ContractHandlers = { [Resource in keyof Contract]: ResourceHandlers<Resource> };
