// The published form of `@assay/contract`. Inside the repository, `openapi/apis.ts` has every route with
// types inferred from its schemas; as declarations they are megabytes, and require a patched ts-rest. Here a
// route has a plain type, and `@assay/sdk` has the types of requests and responses.
import * as whole from "./openapi/apis.ts";

export { ApiError, type ApiErrorExtras, type FieldError, problemCodes } from "./platform/errors.ts";
export type { ProblemCode, ProblemStatus } from "./platform/errors.ts";
export { formatId, type IdKind, idPrefixes, parseId } from "./platform/ids.ts";
export { limits } from "./platform/limits.ts";
export { type Scope, type ScopePreset, scopePresets, scopes } from "./platform/scopes.ts";

/** A fault that a schema reports. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A schema of the contract. */
export interface Schema {
  /** Validates a value, and returns it with defaults. */
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

/** One operation of the API. */
export interface ContractRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly metadata: {
    /** Unique, such as `createProject`. */
    readonly operationId: string;
    /** The required scope of a key; `public` requires no key. */
    readonly scope: string;
    /** The SDK's method (`projects.create`); null: none. */
    readonly sdk: string | null;
    readonly paginated?: true;
    readonly secretBearing?: true;
  };
  readonly pathParams?: Schema | undefined;
  readonly query?: Schema | undefined;
  /** Of a route without a body: absent, or empty. */
  readonly body?: Schema | symbol | null | undefined;
  /** By status; a response other than JSON has a content type. */
  readonly responses: Readonly<
    Record<number, Schema | symbol | { readonly contentType: string; readonly body: unknown }>
  >;
}

/** Resource → name → route. */
export type ContractRouter = Readonly<Record<string, Readonly<Record<string, ContractRoute>>>>;

// Safe: `route()` ensures these members of each route; only the inferred types are dropped.
const plain = (router: object): ContractRouter => router as ContractRouter;

/** The evaluation API: everything under `/v1`. */
export const evaluationApi: ContractRouter = plain(whole.evaluationApi);
/** The control plane API, with the probes of the server. */
export const controlPlaneApi: ContractRouter = plain(whole.controlPlaneApi);
/** Every route of both APIs. */
export const contract: ContractRouter = plain(whole.contract);

/** Every route of a router as a flat list, in declaration order. */
export const routesOf = (router: ContractRouter): ContractRoute[] =>
  Object.values(router).flatMap((routes) => Object.values(routes));
