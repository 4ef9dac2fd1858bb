import type { Operations } from "../../../generated/types.ts";

// Published types import this file. It must not import the contract, whose types are not published.
/** The name of an API operation, such as `createProject`. */
export type OperationId = keyof Operations;
