import { describe } from "vitest";
import { mockTarget } from "../conformance/harness/mock-target.ts";
import { serverTarget } from "../conformance/harness/server-target.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { testIsolation } from "./harness/isolation.ts";

const havePostgres = (await postgresUrl()) !== null;

describe.skipIf(!havePostgres)("with a Postgres server", () => {
  testIsolation("Postgres", () => serverTarget("postgres"));
});

testIsolation("the mock", mockTarget);
