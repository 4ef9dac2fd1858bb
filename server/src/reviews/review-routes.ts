import type { contract } from "@assay/contract";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";

const notBuilt = (): Promise<never> => Promise.reject(new Error("not built"));

/** The routes. */
export function reviewHandlers(_deps: Deps): Handlers<typeof contract.reviews> {
  return {
    submit: notBuilt,
    list: notBuilt,
    queue: notBuilt,
    reliability: notBuilt,
    get: notBuilt,
    revisions: notBuilt,
  };
}
