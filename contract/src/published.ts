// The published form of `@assay/contract`. Inside the repository, `openapi/apis.ts` contains every route with
// types inferred from its schemas. As declarations, these types would take megabytes and require a patched
// ts-rest. Here every route has the same plain type; the types of requests and responses are in `@assay/sdk`.
import * as whole from "./openapi/apis.ts";

export { ApiError, type ApiErrorExtras, type FieldError, problemCodes } from "./platform/errors.ts";
export type { ProblemCode, ProblemStatus } from "./platform/errors.ts";
export { formatId, type IdKind, idPrefixes, parseId } from "./platform/ids.ts";
export { limits } from "./platform/limits.ts";
export { type Scope, type ScopePreset, scopePresets, scopes } from "./platform/scopes.ts";

/** A fault that a schema has found. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A schema of the contract. */
export interface Schema {
  /** Validates a value and returns it with defaults applied. */
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

/** One operation of the API. */
export interface ContractRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, with parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly metadata: {
    /** Unique name, such as `createProject`. */
    readonly operationId: string;
    /** The scope that an API key must have; `public` if no key is required. */
    readonly scope: string;
    /** The SDK's method, such as `projects.create`; null if there is none. */
    readonly sdk: string | null;
    readonly paginated?: true;
    readonly secretBearing?: true;
  };
  readonly pathParams?: Schema | undefined;
  readonly query?: Schema | undefined;
  /** Absent or empty for a route without a body. */
  readonly body?: Schema | symbol | null | undefined;
  /** The responses by status. A response that is not JSON has a content type. */
  readonly responses: Readonly<
    Record<number, Schema | symbol | { readonly contentType: string; readonly body: unknown }>
  >;
}

/** Routes by resource and name. */
export type ContractRouter = Readonly<Record<string, Readonly<Record<string, ContractRoute>>>>;

// Safe: `route()` ensures that each route has these members; only the inferred types are dropped.
const plain = (router: object): ContractRouter => router as ContractRouter;

/** The evaluation API: everything under `/v1`. */
export const evaluationApi: ContractRouter = plain(whole.evaluationApi);
/** The control plane API, including the server's health probes. */
export const controlPlaneApi: ContractRouter = plain(whole.controlPlaneApi);
/** Every route of both APIs. */
export const contract: ContractRouter = plain(whole.contract);

/** Returns every route of a router as a flat list, in declaration order. */
export const routesOf = (router: ContractRouter): ContractRoute[] =>
  Object.values(router).flatMap((routes) => Object.values(routes));
