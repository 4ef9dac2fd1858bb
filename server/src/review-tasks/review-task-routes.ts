import type { contract } from "@assay/contract";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";

const notBuilt = (): Promise<never> => Promise.reject(new Error("not built"));

/** The routes. */
export function reviewTaskHandlers(_deps: Deps): Handlers<typeof contract.reviewTasks> {
  return {
    create: notBuilt,
    list: notBuilt,
    get: notBuilt,
    claim: notBuilt,
    release: notBuilt,
    cancel: notBuilt,
    reassign: notBuilt,
  };
}
