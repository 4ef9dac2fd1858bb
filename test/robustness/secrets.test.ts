// Every secret that the contract knows is made or sent, used, misused, and then looked for wherever anybody could read it.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSecretName } from "../../contract/src/wire/http/quote.ts";
import { createLogger } from "../../server/src/platform/log.ts";
import { createContext } from "../conformance/harness/context.ts";
import { targetOf } from "../conformance/harness/server-target.ts";
import { describedOperations } from "../fuzz/harness/operations.ts";
import type { Schema } from "../fuzz/harness/schema-values.ts";
import { type ReceivedCall, type Receiver, startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { failing, misuse, readEverything, useEverySecret } from "./harness/use-secrets.ts";

const havePostgres = (await postgresUrl()) !== null;

/** Secrets that callers send; what is added to the contract is added here. */
const sentSecrets = ["createAgent apiKey", "createEvaluation secret", "rotateAgentKey apiKey"];
/** Where a page goes on; AuthZEN calls it a token. */
const pageTokens = ["authzenSearchAction token", "authzenSearchResource token", "authzenSearchSubject token"];
/** Operations whose answers show a secret, once. */
const revealing = [
  "createApiKey",
  "createWebhook",
  "rotateApiKey",
  "rotateCustomEvaluatorSecret",
  "rotateWebhookSecret",
];

/** Names of fields of a request that hold secrets. */
function secretFields(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
  seen: readonly string[] = [],
): string[] {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined)
    return seen.includes(name) ? [] : secretFields(components[name] ?? {}, components, [...seen, name]);
  const parts = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.prefixItems ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => [
    // A text that is a secret; figures about secrets are none.
    ...(isSecretName(field) &&
    JSON.stringify(inner).includes('"string"') &&
    !JSON.stringify(inner).includes('"array"')
      ? [field]
      : []),
    ...secretFields(inner, components, seen),
  ]);
  return [...own, ...parts.flatMap((part) => secretFields(part, components, seen))];
}

test("every field of the contract that holds a secret is one that is looked for here", () => {
  const sent = describedOperations().flatMap(({ route, operation, components }) => {
    const schema = operation.requestBody?.content["application/json"]?.schema ?? {};
    return [...new Set(secretFields(schema, components))].map(
      (field) => `${route.metadata.operationId} ${field}`,
    );
  });
  expect(sent.toSorted()).toEqual([...pageTokens, ...sentSecrets]);
  const shown = describedOperations().filter(({ route }) => route.metadata.secretBearing);
  expect(shown.map(({ route }) => route.metadata.operationId).toSorted()).toEqual(revealing);
});

describe.each([
  { engine: "embedded" as const, possible: true },
  { engine: "postgres" as const, possible: havePostgres },
])("secrets on $engine", ({ engine, possible }) => {
  let server: TestServer;
  let receiver: Receiver;
  let logged = "";
  beforeAll(async () => {
    if (!possible) return;
    receiver = await startReceiver(({ body }, response) =>
      body.sample?.external_id === "call-1" ? { score: 50 } : void response.writeHead(500).end("no"),
    );
    const sink = { write: (line: string) => void (logged += line) };
    const variables = { ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8", METRICS_PORT: "0" };
    server = await startTestServer(engine, variables, { log: createLogger("trace", sink) });
  });
  afterAll(() => Promise.all([server?.close(), receiver?.close()]));

  test.skipIf(!possible)(
    "are in no answer, log, export, call, row or metric but where they belong",
    async () => {
      const context = await createContext(targetOf(server, engine));
      const { secrets, answers } = await useEverySecret(context, receiver);
      answers.push(...(await misuse(context, secrets)), ...(await readEverything(context)));
      answers.push(...(await failing(context, server, secrets)));
      const places = {
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
      for (const [place, text] of Object.entries(places)) {
        // What is looked for could be there: each place is full of this workspace's things.
        expect([place, text.length > 1000]).toEqual([place, true]);
        for (const [name, secret] of Object.entries(secrets))
          for (const form of formsOf(secret))
            expect([place, name, form, text.includes(form)]).toEqual([place, name, form, false]);
      }
    },
  );
});

/** A secret as it may be written down by mistake: bare, hashed without a key, in hexadecimal and base64, from its middle. */
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

/** Every row of every table, as text, bytes in hexadecimal. */
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

/** What is told to whoever watches the process. */
async function everyMetric({ metricsUrl = "" }: TestServer): Promise<string> {
  const answers = await Promise.all(
    ["/metrics", "/healthz", "/readyz"].map(async (path) => (await fetch(metricsUrl + path)).text()),
  );
  return answers.join("\n");
}
