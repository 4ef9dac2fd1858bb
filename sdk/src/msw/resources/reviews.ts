import type { ResourceHandlers } from "../handler.ts";

const notBuilt = (): never => {
  throw new Error("not built");
};

/** The routes. */
export const reviewHandlers: ResourceHandlers<"reviews"> = {
  submit: notBuilt,
  list: notBuilt,
  queue: notBuilt,
  reliability: notBuilt,
  get: notBuilt,
  revisions: notBuilt,
};
