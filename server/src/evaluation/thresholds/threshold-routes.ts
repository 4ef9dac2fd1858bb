import type { contract } from "@assay/contract/openapi/apis";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { analyzeThresholds } from "./threshold-service.ts";

/** Returns the handler of the route that compares an evaluation with thresholds. */
export const thresholdHandlers = (): Pick<Handlers<typeof contract.scores>, "thresholdAnalysis"> => ({
  thresholdAnalysis: ({ body }, { caller, commit }) =>
    commit(async (tx) => ({ status: 200, body: await analyzeThresholds(tx, caller, body) })),
});
