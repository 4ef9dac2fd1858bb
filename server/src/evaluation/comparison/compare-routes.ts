import type { contract } from "@assay/contract/openapi/apis";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { compareEvaluations } from "./compare-service.ts";

/** Returns the handler of the route that compares two evaluations. */
export const compareHandlers = ({
  database: { knex },
}: PlatformDeps): Pick<Handlers<typeof contract.evaluations>, "compare"> => ({
  compare: ({ body }, { caller, commitComputed }) =>
    commitComputed(async () => ({ status: 200, body: await compareEvaluations(knex, caller, body) })),
});
