import type { contract } from "@assay/contract/openapi/apis";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { compareEvaluations } from "./compare-service.ts";

/** Handler of the comparison of two evaluations. */
export const compareHandlers = (): Pick<Handlers<typeof contract.evaluations>, "compare"> => ({
  compare: ({ body }, { caller, commit }) =>
    commit(async (tx) => ({ status: 200, body: await compareEvaluations(tx, caller, body) })),
});
