import type { Operations } from "../../../generated/types.ts";

/** The name of an API operation, such as `createProject`. */
export type OperationId = keyof Operations;
