import type { Operations } from "../../../generated/types.ts";

/** The name of an operation of the API: `createProject`. */
export type OperationId = keyof Operations;
