// Uses secrets correctly and incorrectly, before the test searches for them.
import { randomBytes } from "node:crypto";
import { formatWebhookSecret } from "@assay/contract/wire";
import { expect } from "vitest";
import { evaluated, filledDataset } from "../../conformance/harness/arrange.ts";
import type { Context } from "../../conformance/harness/context.ts";
import { exported, textOf } from "../../conformance/harness/arrange-exports.ts";
import type { Receiver } from "../../support/receiver.ts";
import type { TestServer } from "../../support/server.ts";
import { exampleRequests, isEndless, sendable } from "./example-requests.ts";

/** Creates, sends and uses every secret. @returns the secrets, and all responses that do not show one. */
export async function useEverySecret(context: Context, { url }: Receiver) {
  const { assay } = context;
  const { dataset } = await filledDataset(context);
  const created = await assay.apiKeys.create({ name: "Made", preset: "developer" });
  const rotated = await assay.apiKeys.rotate(created.id, {});
  const webhook = await assay.webhooks.create({ event_types: ["evaluation.completed"], url });
  const rotatedWebhook = await assay.webhooks.rotateSecret(webhook.id, {});
  const evaluator = formatWebhookSecret(new Uint8Array(randomBytes(32)));
  const workspace = await assay.customEvaluatorSecret.rotate({});
  const [agent, nextAgent] = ["sk-Vq83kZ0pL5tY7wNe2Bd9-Tail", "sk-Ht64mX1sR8uJ3cGa7Fk2-Next"];
  await assay.control.agents.create({ id: "bot", apiKey: agent });
  await assay.control.agents.rotateKey("bot", { apiKey: nextAgent });
  const config = { webhook_url: url, retry_count: 1 };
  const evaluators = [
    { type: "custom" as const, config: { ...config, secret: evaluator } },
    { type: "custom" as const, name: "second", config },
  ];
  const evaluation = await evaluated(context, dataset, { evaluators, fail_on_error: 1 });
  await assay.webhooks.test(webhook.id);
  const file = await exported(context, { project: dataset.project, format: "json", include_samples: true });
  const { keys, texts } = await repeated(context, url);
  const secrets = {
    first: context.key,
    created: created.secret,
    rotated: rotated.secret,
    webhook: webhook.secret,
    rotatedWebhook: rotatedWebhook.secret,
    evaluator,
    workspace: workspace.secret,
    agent,
    nextAgent,
    ...keys,
  };
  return {
    secrets,
    answers: [JSON.stringify([dataset, evaluation, file]), await textOf(context, file.id), ...texts],
  };
}

/**
 * Sends requests whose responses contain a secret, each twice with the same idempotency key. The server
 * stores these responses in sealed form.
 */
async function repeated({ request }: Context, url: string) {
  const requests = {
    stored: ["/v1/api_keys", { name: "Kept", preset: "viewer" }],
    storedWebhook: ["/v1/webhooks", { event_types: ["evaluation.completed"], url }],
    storedWorkspace: ["/v1/custom_evaluator_secret/rotate", {}],
  } as const;
  const keys: Record<string, string> = {};
  const texts: string[] = [];
  for (const [name, [path, body]] of Object.entries(requests)) {
    const headers = { "idempotency-key": name };
    const first = await request("POST", path, { body, headers });
    const again = await request("POST", path, { body, headers });
    expect(again.body).toEqual(first.body);
    keys[name] = String(Object(first.body).secret);
    texts.push(JSON.stringify([...first.headers]));
    texts.push(JSON.stringify(await request("POST", path, { body: { ...body, other: 1 }, headers })));
  }
  return { keys, texts };
}

/** Sends every secret in wrong places, and malformed in the right place. @returns the responses. */
export async function misuse(
  { request }: Context,
  secrets: Readonly<Record<string, string>>,
): Promise<string[]> {
  const answers: string[] = [];
  for (const secret of Object.values(secrets)) {
    const bodies = [
      { id: "x", apiKey: [secret] },
      { id: "x", apiKey: { value: secret } },
      { id: "x", secret, api_key: secret, config: { secret } },
      { evaluators: [{ type: "custom", config: { webhook_url: "x", secret: `${secret}!` } }] },
      { evaluators: [{ type: "custom", config: { webhook_url: 1, secret: [secret] } }] },
      `{"secret":"${secret}`,
      `{"apiKey":${secret}}`,
      secret,
      JSON.stringify(secret),
    ];
    const send = async (...what: Parameters<typeof request>) => {
      const { status, body, headers } = await request(...what);
      expect([what[0], what[1], status >= 400 && status < 500]).toEqual([what[0], what[1], true]);
      answers.push(JSON.stringify([body, [...headers]]));
    };
    for (const path of [
      "/api/agents",
      "/api/agents/bot/rotate_key",
      "/v1/evaluations",
      "/v1/webhooks",
      "/v1/api_keys",
    ])
      for (const body of bodies) await send("POST", path, { body });
    for (const authorization of [
      secret,
      `Bearer ${secret} x`,
      `Basic ${secret}`,
      `Bearer ${secret.slice(0, -1)}!`,
    ])
      await send("GET", "/v1/projects", { key: null, headers: { authorization } });
    await send("GET", `/v1/projects?api_key=${encodeURIComponent(secret)}`);
    await send("PUT", `/v1/projects?secret=${encodeURIComponent(secret)}`);
    await send("POST", "/v1/projects", {
      body: { name: "x" },
      headers: { "content-type": `text/plain; key=x` },
    });
  }
  return answers;
}

/**
 * Sends secrets while the tables that the requests need are missing, so that the logs of the resulting errors
 * are searched too.
 */
export async function failing(
  { request }: Context,
  { deps }: TestServer,
  secrets: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { knex } = deps.database;
  const answers: string[] = [];
  for (const table of ["agent_keys", "webhook_secrets", "evaluations"]) {
    await knex.raw("alter table ?? rename to away", [table]);
    try {
      for (const secret of Object.values(secrets)) {
        const url = "http://127.0.0.1:9/";
        const sent = [
          ["/api/agents", { id: `x-${answers.length}`, apiKey: secret }],
          ["/api/agents/bot/rotate_key", { apiKey: secret }],
          ["/v1/webhooks", { event_types: ["evaluation.failed"], url }],
        ] as const;
        for (const [path, body] of sent) {
          const answer = await request("POST", path, { body });
          // Ignore successful responses, which show only new secrets.
          if (answer.status >= 400) answers.push(JSON.stringify(answer.body));
        }
      }
    } finally {
      await knex.raw("alter table away rename to ??", [table]);
    }
  }
  expect(answers.some((text) => text.includes('"internal"'))).toBe(true);
  return answers;
}

/** Returns the responses of every read operation for an administrator. */
export async function readEverything(context: Context): Promise<string[]> {
  const { assay, request } = context;
  const [webhook, apiKey, dataset, evaluation] = await Promise.all([
    assay.webhooks.list(),
    assay.apiKeys.list(),
    assay.datasets.list(),
    assay.evaluations.list(),
  ]);
  const ids: Record<string, string | undefined> = {
    webhooks: webhook.data[0]?.id,
    api_keys: apiKey.data[0]?.id,
    datasets: dataset.data[0]?.id,
    evaluations: evaluation.data[0]?.id,
    agents: "bot",
  };
  const answers: string[] = [];
  for (const one of exampleRequests.filter((each) => each.route.method === "GET" && !isEndless(each))) {
    const { path, options } = sendable(one) as { path: string; options?: object };
    const [, , resource = ""] = path.split("/");
    const realPath = path.replace(/\/(\w+_[0-9a-z]{26}|triage-bot)/, (whole) =>
      ids[resource] ? `/${ids[resource]}` : whole,
    );
    const { body, headers } = await request("GET", realPath, options);
    answers.push(JSON.stringify([realPath, body, [...headers]]));
  }
  return answers;
}
