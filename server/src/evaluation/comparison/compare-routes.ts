import type { contract } from "@assay/contract/openapi/apis";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { compareEvaluations } from "./compare-service.ts";

/** Returns the handler of the route that compares two evaluations. */
export const compareHandlers = (): Pick<Handlers<typeof contract.evaluations>, "compare"> => ({
  compare: ({ body }, { caller, commit }) =>
    commit(async (tx) => ({ status: 200, body: await compareEvaluations(tx, caller, body) })),
});
