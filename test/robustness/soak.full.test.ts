import { expect, test } from "vitest";
import { soak } from "../soak/soak.ts";
import { firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { startPostgres } from "../support/postgres.ts";
import { postgresUrl } from "../support/test-postgres.ts";

test.skipIf((await postgresUrl()) === null)(
  "a server process decides 64 calls at a time, each with its event, without crashing",
  async () => {
    const postgres = await startPostgres();
    const server = startAssayServer(["serve"], { url: postgres.url }, { LOG_LEVEL: "silent" });
    try {
      const target = { baseUrl: await urlOf(server), secret: await firstKeyOf(server) };
      const { outcomes } = await soak(target, 4000);
      // Of every twenty decisions, seventeen are allowed, two are denied, and one requires approval.
      expect(outcomes).toEqual({ allow: 3400, deny: 400, ask: 200 });
    } finally {
      server.kill("SIGKILL");
      await server.ended;
      await postgres.stop();
    }
  },
);
