import { Assay } from "@assay/sdk";
import { expect, test } from "vitest";
import { firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { startPostgres } from "../support/postgres.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const havePostgres = (await postgresUrl()) !== null;

/** What is logged, as warnings, of requests that were to change something. */
const warnings = (log: string): string[] =>
  log.split("\n").filter((line) => line.includes('"level":40') && line.includes('"method":"POST"'));

test.skipIf(!havePostgres)(
  "while Postgres is away callers are told 503 and when to come again, never 500",
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
        // Nor is anything allowed: without evidence there is no decision.
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
      // It is said, once a request and in a line: nothing is at fault here, and nobody is to be woken.
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
