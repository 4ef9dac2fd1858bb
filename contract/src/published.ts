// What `@assay/contract` is outside of this repository. Inside, `openapi/apis.ts` gives every route with the types inferred from
// its schemas; written down they are megabytes, and they need a patched ts-rest. Here a route has a plain type, and what a
// request or an answer holds is in the types of `@assay/sdk`.
import * as whole from "./openapi/apis.ts";

export { ApiError, type ApiErrorExtras, type FieldError, problemCodes } from "./platform/errors.ts";
export type { ProblemCode, ProblemStatus } from "./platform/errors.ts";
export { formatId, type IdKind, idPrefixes, parseId } from "./platform/ids.ts";
export { limits } from "./platform/limits.ts";
export { type Scope, type ScopePreset, scopePresets, scopes } from "./platform/scopes.ts";

/** A fault that a schema finds. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A schema of the contract. */
export interface Schema {
  /** Checks a value, and gives it with its defaults filled in. */
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

/** One operation of the API. */
export interface ContractRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `:name` in place of parameters. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly metadata: {
    /** Unique, such as `createProject`. */
    readonly operationId: string;
    /** The scope that a key needs; `public` needs no key. */
    readonly scope: string;
    /** The SDK's method (`projects.create`); null: none. */
    readonly sdk: string | null;
    readonly paginated?: true;
    readonly secretBearing?: true;
  };
  readonly pathParams?: Schema | undefined;
  readonly query?: Schema | undefined;
  /** Of a route that takes no body: none, or one that takes nothing. */
  readonly body?: Schema | symbol | null | undefined;
  /** By status; an answer that is no JSON has a content type. */
  readonly responses: Readonly<
    Record<number, Schema | symbol | { readonly contentType: string; readonly body: unknown }>
  >;
}

/** Resource → name → route. */
export type ContractRouter = Readonly<Record<string, Readonly<Record<string, ContractRoute>>>>;

// Each route is declared through `route()`, which holds it to these members; only their inferred types are left out.
const plain = (router: object): ContractRouter => router as ContractRouter;

/** The evaluation API: everything under `/v1`. */
export const evaluationApi: ContractRouter = plain(whole.evaluationApi);
/** The control plane API, with the probes of the server. */
export const controlPlaneApi: ContractRouter = plain(whole.controlPlaneApi);
/** Every route of both APIs. */
export const contract: ContractRouter = plain(whole.contract);

/** Every route of a router as a flat list, in the order declared. */
export const routesOf = (router: ContractRouter): ContractRoute[] =>
  Object.values(router).flatMap((routes) => Object.values(routes));
