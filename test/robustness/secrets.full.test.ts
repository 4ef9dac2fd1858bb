import { describe } from "vitest";
import { postgresUrl } from "../support/test-postgres.ts";
import { testSecrets } from "./harness/secrets.ts";

const havePostgres = (await postgresUrl()) !== null;

describe.skipIf(!havePostgres)("with a Postgres server", () => {
  testSecrets("postgres");
});
