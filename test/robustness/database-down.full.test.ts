import { Assay } from "@assay/sdk";
import { expect, test } from "vitest";
import { firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { startPostgres } from "../support/postgres.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const havePostgres = (await postgresUrl()) !== null;

/** Returns the logged warnings about write requests. */
const warnings = (log: string): string[] =>
  log.split("\n").filter((line) => line.includes('"level":40') && line.includes('"method":"POST"'));

test.skipIf(!havePostgres)(
  "while Postgres is down, requests get 503 with Retry-After, never 500",
  async () => {
    const postgres = await startPostgres();
    const server = startAssayServer(["serve"], { url: postgres.url }, { LOG_LEVEL: "debug" });
    const [url, apiKey] = [await urlOf(server), await firstKeyOf(server)];
    try {
      const assay = new Assay({ baseUrl: url, apiKey, maxRetries: 0 });
      await assay.projects.create({ name: "Before" });
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
      await postgres.stop();
      for (let request = 0; request < 5; request += 1) {
        // The server does not allow calls either, because it makes no decision without evidence.
        const [path, body] =
          request % 2 === 0
            ? ["/v1/projects", { name: "Meanwhile" }]
            : ["/api/policy/authorize", { agentId: "bot", tool: "chart.read" }];
        const answer = await fetch(`${url}${path}`, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        });
        expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
        expect(await answer.json()).toMatchObject({ code: "unavailable" });
      }
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      // The log has one warning per request and no error, because the server itself is not at fault.
      await expect.poll(() => warnings(server.stderr()), { timeout: 60_000 }).toHaveLength(5);
      expect(
        server
          .stderr()
          .split("\n")
          .filter((line) => /"level":[56]0|"stack"/.test(line)),
      ).toEqual([]);
    } finally {
      server.kill("SIGKILL");
      await server.ended;
    }
  },
);
