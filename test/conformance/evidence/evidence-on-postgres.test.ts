import { describe } from "vitest";
import { postgresUrl } from "../../support/test-postgres.ts";
import { runOn, scenariosForPostgres } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { evidenceWing } from "./evidence-scenarios.ts";

describe.skipIf((await postgresUrl()) === null)("over Postgres", () => {
  runOn("the server on Postgres", () => serverTarget("postgres"), scenariosForPostgres(evidenceWing));
});
