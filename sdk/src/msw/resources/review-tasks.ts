import type { ResourceHandlers } from "../handler.ts";

const notBuilt = (): never => {
  throw new Error("not built");
};

/** The routes. */
export const reviewTaskHandlers: ResourceHandlers<"reviewTasks"> = {
  create: notBuilt,
  list: notBuilt,
  get: notBuilt,
  claim: notBuilt,
  release: notBuilt,
  cancel: notBuilt,
  reassign: notBuilt,
};
