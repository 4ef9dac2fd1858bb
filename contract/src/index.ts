// The exports of `@assay/contract`, with the types inferred from the schemas. Imports inside the repository
// name the file instead (`@assay/contract/evaluation/…`).
export { contract, controlPlaneApi, evaluationApi, routesOf } from "./openapi/apis.ts";
export { ApiError, type ApiErrorExtras, type FieldError, problemCodes } from "./platform/errors.ts";
export type { ProblemCode, ProblemStatus } from "./platform/errors.ts";
export { formatId, type IdKind, idPrefixes, parseId } from "./platform/ids.ts";
export { limits } from "./platform/limits.ts";
export { type Scope, type ScopePreset, scopePresets, scopes } from "./platform/scopes.ts";
