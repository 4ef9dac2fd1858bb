// Tests webhooks on server processes that are killed during a delivery, and with endpoints that misbehave.
import type { ServerResponse } from "node:http";
import { Assay, type WebhookDelivery } from "@assay/sdk";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { type AssayProcess, type DatabaseLocation, firstKeyOf, urlOf } from "../support/assay-process.ts";
import { type Responder, type ReceivedCall, type Receiver, startReceiver } from "../support/receiver.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { createServerProcesses } from "./harness/server-processes.ts";

const havePostgres = (await postgresUrl()) !== null;
const processes = createServerProcesses("webhooks");

/**
 * Starts a server that may call endpoints on this machine. It releases the jobs of a killed process after 15
 * + 10 seconds.
 */
const serve = (location: DatabaseLocation): AssayProcess =>
  processes.start(["serve"], location, {
    ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8",
    ASSAY_JOB_LEASE_SECONDS: "10",
  });

async function receiving(answering: Responder): Promise<Receiver> {
  const receiver = await startReceiver(answering);
  processes.addCleanup(() => receiver.close());
  return receiver;
}

/**
 * Time limit (milliseconds) that exceeds the sum of a lease, a hanging message and its first delay, even on a
 * slow machine.
 */
const patience = { timeout: 180_000 };

const evaluationOf = ({ raw }: ReceivedCall): string => JSON.parse(raw.toString("utf8")).data.evaluation;

/** Creates evaluations of one sample. */
async function evaluations(assay: Assay): Promise<{ start: () => Promise<string> }> {
  const project = await assay.projects.create({ name: "Webhooks" });
  const dataset = await assay.datasets.create({ name: "Webhooks", project: project.id });
  const urgent = { triage_level: "urgent" };
  await assay.samples.create(dataset.id, { samples: [{ input: 1, output: urgent, expected: urgent }] });
  const body = { name: "Run", project: project.id, dataset: dataset.id };
  const evaluators = [{ type: "triage_accuracy" as const }];
  return { start: async () => (await assay.evaluations.create({ ...body, evaluators })).id };
}

/** Verifies a call without Assay code, as an independent receiver does. */
function verify({ headers, raw }: ReceivedCall, secret: string): void {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  new Webhook(secret).verify(raw.toString("utf8"), signed);
}

describe.each([
  ["the embedded database", true, processes.scratchFolder],
  ["Postgres", havePostgres, processes.durablePostgres],
] as const)("a server on %s that is killed between commit and delivery", (_, possible, createLocation) => {
  test.skipIf(!possible)("loses no event: each is delivered after a restart", async () => {
    const at = await createLocation();
    const first = serve(at);
    let answering: Responder = () => {
      // At this point, the event is committed and the message is sent, but the delivery is not yet recorded.
      first.kill("SIGKILL");
    };
    const receiver = await receiving((call, response) => answering(call, response));
    const apiKey = await firstKeyOf(first);
    const assay = new Assay({ baseUrl: await urlOf(first), apiKey, maxRetries: 0 });
    const { start } = await evaluations(assay);
    const webhook = await assay.webhooks.create({ event_types: ["evaluation.completed"], url: receiver.url });
    const started: string[] = [];
    const going = (async () => {
      for (;;) started.push(await start());
    })();
    await going.catch(() => undefined);
    expect(await first.ended).toBeNull();

    answering = () => ({});
    const again = new Assay({ baseUrl: await urlOf(serve(at)), apiKey });
    for (const id of started) await again.evaluations.wait(id);
    // The last evaluation may exist although its response was lost. Every existing evaluation must complete.
    const made = async (filter: { status?: "completed" }): Promise<Set<string>> => {
      const ids = new Set<string>();
      for await (const { id } of again.evaluations.list({ ...filter, limit: 100 })) ids.add(id);
      return ids;
    };
    const wanted = await made({});
    await expect.poll(() => made({ status: "completed" }), patience).toEqual(wanted);
    expect(started.filter((id) => !wanted.has(id))).toEqual([]);
    await expect
      .poll(() => new Set(receiver.calls.map(evaluationOf)), { ...patience, interval: 100 })
      .toEqual(wanted);
    // If a message was sent twice, it has the same id both times.
    const names = receiver.calls.map(
      (call) => `${call.headers["webhook-id"]?.toString()} ${evaluationOf(call)}`,
    );
    expect(new Set(names).size).toBe(wanted.size);
    for (const call of receiver.calls) verify(call, webhook.secret);
    await expect
      .poll(async () => (await again.webhooks.deliveries(webhook.id, { status: "pending" })).data, patience)
      .toEqual([]);
  });
});

/** An endpoint's behaviors, each with the resulting delivery. */
const behaviors: Record<string, { answer: (response: ServerResponse) => unknown; shows: unknown }> = {
  "answers 500": {
    answer: (response) => response.writeHead(500).end("oops"),
    shows: ["pending", 500, "The endpoint returned status 500; it must return 2xx."],
  },
  redirects: {
    answer: (response) => response.writeHead(307, { location: "http://169.254.169.254/" }).end(),
    shows: ["pending", 307, "The endpoint returned a redirect (307); it must return 2xx."],
  },
  resets: {
    answer: (response) => response.socket?.resetAndDestroy(),
    shows: ["pending", null, "The endpoint could not be called: the connection was lost."],
  },
  "breaks off": {
    answer(response) {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => response.socket?.destroy());
    },
    shows: ["delivered", 200, null],
  },
  "answers 3 MiB": {
    answer: (response) => response.end(Buffer.alloc(3 * 1024 * 1024, 0x20)),
    shows: ["delivered", 200, null],
  },
  "answers without end": {
    answer(response) {
      const write = (): void => void (response.destroyed || response.write("x".repeat(65_536), write));
      write();
    },
    shows: ["delivered", 200, null],
  },
  "answers nonsense": {
    answer: (response) => response.socket?.end("HTTP/1.1 20O OK\r\n\r\n"),
    shows: ["pending", null, expect.stringContaining("The endpoint could not be called: ")],
  },
  hangs: {
    answer: () => undefined,
    shows: ["pending", null, "The endpoint did not respond within 15 seconds."],
  },
  "begins and hangs": {
    answer: (response) => response.writeHead(200).write("{"),
    shows: ["delivered", 200, null],
  },
  "refuses and hangs": {
    answer: (response) => response.writeHead(500).write("{"),
    shows: ["pending", 500, "The endpoint returned status 500; it must return 2xx."],
  },
};

const shown = ({ status, response_status: answered, error }: WebhookDelivery) => [status, answered, error];

describe("endpoints that misbehave", () => {
  test("delay neither other endpoints nor evaluations, and their deliveries show the failure", async () => {
    const server = serve(processes.scratchFolder());
    const apiKey = await firstKeyOf(server);
    const assay = new Assay({ baseUrl: await urlOf(server), apiKey });
    const { start } = await evaluations(assay);
    const register = async (answering: Responder) => {
      const { url, calls } = await receiving(answering);
      const { id } = await assay.webhooks.create({ event_types: ["evaluation.completed"], url });
      return { id, calls };
    };
    const hostile = new Map<string, { id: string; calls: ReceivedCall[] }>();
    for (const [name, { answer }] of Object.entries(behaviors))
      hostile.set(name, await register((_call, response) => void answer(response)));
    const well = [await register(() => ({})), await register(() => ({}))];
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const id = await start();
      ids.push(id);
      await assay.evaluations.wait(id, { pollIntervalMs: 50 });
    }
    for (const { calls } of well) await expect.poll(() => calls.map(evaluationOf), patience).toEqual(ids);
    // The hanging endpoint holds each message for 15 seconds, so it cannot have received all messages yet.
    expect(hostile.get("hangs")?.calls.length).toBeLessThan(ids.length);
    for (const [name, { shows }] of Object.entries(behaviors)) {
      const id = hostile.get(name)?.id ?? "";
      const firstOf = async () => {
        const { data } = await assay.webhooks.deliveries(id);
        const first = data.at(-1);
        return first && first.attempts > 0 ? shown(first) : undefined;
      };
      await expect.poll(firstOf, { ...patience, message: name }).toEqual(shows);
    }
  });
});
