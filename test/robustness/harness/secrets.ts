// Creates, sends, uses and misuses every secret in the contract, then searches for each of them in everything
// that the server outputs and stores.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../server/src/platform/db/connection/connect.ts";
import { createLogger } from "../../../server/src/platform/log.ts";
import { createContext } from "../../conformance/harness/context.ts";
import { targetOf } from "../../conformance/harness/server-target.ts";
import { type ReceivedCall, type Receiver, startReceiver } from "../../support/receiver.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { failing, misuse, readEverything, useEverySecret } from "./use-secrets.ts";

/** Tests that a server's secrets occur only where they belong, on one database engine. */
export function testSecrets(engine: Database["engine"]): void {
  describe(`secrets on '${engine}'`, () => {
    let server: TestServer;
    let receiver: Receiver;
    let logged = "";
    beforeAll(async () => {
      receiver = await startReceiver(({ body }, response) =>
        body.sample?.external_id === "call-1" ? { score: 50 } : void response.writeHead(422).end("no"),
      );
      const sink = { write: (line: string) => void (logged += line) };
      const variables = { ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8", METRICS_PORT: "0" };
      server = await startTestServer(engine, variables, { log: createLogger("trace", sink) });
    });
    afterAll(() => Promise.all([server?.close(), receiver?.close()]));

    test("occur in no response, log, export, call, row or metric except where they belong", async () => {
      const context = await createContext(targetOf(server, engine));
      const { secrets, answers } = await useEverySecret(context, receiver);
      answers.push(...(await misuse(context, secrets)), ...(await readEverything(context)));
      answers.push(...(await failing(context, server, secrets)));
      const texts = {
        answers: answers.join("\n"),
        logs: logged,
        calls: receiver.calls
          .map(({ headers, raw }: ReceivedCall) => JSON.stringify(headers) + raw.toString())
          .join("\n"),
        rows: await everyRow(server),
        metrics: await everyMetric(server),
      };
      expect(answers.length).toBeGreaterThan(150);
      expect(receiver.calls.length).toBeGreaterThan(4);
      for (const [source, text] of Object.entries(texts)) {
        // Each text must be long enough to contain this workspace's data; otherwise, the search would prove
        // nothing.
        expect([source, text.length > 1000]).toEqual([source, true]);
        for (const [name, secret] of Object.entries(secrets))
          for (const form of formsOf(secret))
            expect([source, name, form, text.includes(form)]).toEqual([source, name, form, false]);
      }
    });
  });
}

/**
 * Returns the forms in which a secret could leak: as plain text, as an unkeyed hash (hexadecimal or base64),
 * or as its middle part alone.
 */
function formsOf(secret: string): string[] {
  const middle = secret.replace(/^(assay_live|whsec|sk)[-_]/, "").slice(2, -6);
  const bytes = [
    Buffer.from(secret),
    Buffer.from(middle),
    Buffer.from(secret.replace(/^whsec_/, ""), "base64"),
  ];
  const hashes = ["sha256", "sha512", "md5", "sha1"].map((name) => createHash(name).update(secret).digest());
  return [
    middle,
    ...[...bytes.filter(({ length }) => length > 8), ...hashes].flatMap((form) => [
      form.toString("hex"),
      form.toString("base64").replaceAll("=", ""),
    ]),
  ];
}

/** Returns every row of every table as text, with bytes in hexadecimal. */
async function everyRow({
  deps: {
    database: { knex },
  },
}: TestServer): Promise<string> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const table = await knex.raw<{ rows: { row: string }[] }>("select t::text as row from ?? t", [name]);
    texts.push(...table.rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

/** Returns the metrics server's responses. */
async function everyMetric({ metricsUrl = "" }: TestServer): Promise<string> {
  const answers = await Promise.all(
    ["/metrics", "/healthz", "/readyz"].map(async (path) => (await fetch(metricsUrl + path)).text()),
  );
  return answers.join("\n");
}
