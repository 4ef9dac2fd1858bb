import { postgresUrl } from "../../support/test-postgres.ts";
import { runOn, scenariosForEmbedded } from "../harness/run-on.ts";
import { serverTarget } from "../harness/server-target.ts";
import { reviewWing } from "./review-scenarios.ts";

const havePostgres = (await postgresUrl()) !== null;
runOn(
  "the server on the embedded database",
  () => serverTarget("embedded"),
  scenariosForEmbedded(reviewWing, havePostgres),
);
