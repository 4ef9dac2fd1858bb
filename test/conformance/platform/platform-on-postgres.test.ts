import { describe } from "vitest";
import { postgresUrl } from "../../support/test-postgres.ts";
import { runOn, scenariosForPostgres } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { platformWing } from "./platform-scenarios.ts";

describe.skipIf((await postgresUrl()) === null)("over Postgres", () => {
  runOn("the server on Postgres", () => serverTarget("postgres"), scenariosForPostgres(platformWing));
});
