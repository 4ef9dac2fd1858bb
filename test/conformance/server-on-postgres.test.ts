import { describe } from "vitest";
import { postgresUrl } from "../support/test-postgres.ts";
import { runOn } from "./run-on.ts";
import { serverTarget } from "./server-target.ts";

describe.skipIf((await postgresUrl()) === null)("over Postgres", () => {
  runOn("the server on Postgres", () => serverTarget("postgres"));
});
