// A webhook receiver: verifies the signature of each event, responds immediately, and processes the event.
//
//   ASSAY_WEBHOOK_SECRET=whsec_… PORT=8798 node examples/dist/webhook-receiver.mjs
//
// The secret is only returned once, by assay.webhooks.create({ event_types, url, config }).
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "@assay/sdk";

const secrets = process.env["ASSAY_WEBHOOK_SECRET"]?.split(" ");
if (secrets === undefined) {
  console.error(
    "ASSAY_WEBHOOK_SECRET is not set; it must be the whsec_… of the webhook (two during a rotation).",
  );
  process.exit(2);
}

/** Ids of processed messages, which can arrive more than once; a real program stores them in its database. */
const seen = new Set<string>();

function act({ event, data }: WebhookEvent): void {
  if (event === "score.threshold_crossed") {
    const { evaluator, score, threshold, direction, previous_score: before } = data;
    const was = before === null ? "its first score" : `it was ${before.toFixed(1)}`;
    console.log(`${evaluator} is ${direction} ${threshold}: ${score.toFixed(1)} (${was}).`);
  } else if (event === "evaluation.completed") {
    console.log(`${data.name} completed with ${data.aggregate_score?.toFixed(1)}.`);
  } else if (event === "evaluation.failed") {
    console.log(`${data.name} failed: ${data.error}`);
  } else {
    console.log(`Received ${event}.`);
  }
}

async function receive(request: IncomingMessage, keys: readonly string[]): Promise<void> {
  // The signature covers the raw bytes, so verify before parsing. If you have a client, use
  // assay.webhooks.unwrap(rawBody, headers, secret).
  const rawBody = await buffer(request);
  // A body with a valid signature is an event from Assay.
  const event = (await verifyWebhook(rawBody, request.headers, keys)) as WebhookEvent;
  const id = String(request.headers["webhook-id"]);
  if (seen.has(id)) return;
  seen.add(id);
  // Use a queue for work that takes more than a few seconds: Assay waits at most 15 s for the response.
  act(event);
}

const server = createServer((request, response) => {
  receive(request, secrets).then(
    () => response.writeHead(204).end(),
    (error: unknown) => {
      const status = error instanceof WebhookVerificationError ? 401 : 500;
      response.writeHead(status, { "content-type": "text/plain" }).end(String(error));
    },
  );
});
server.listen(Number(process.env["PORT"] ?? 8798), "127.0.0.1", () => {
  // `address()` returns an object if the server listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  console.log(`The webhook receiver listens on http://127.0.0.1:${port}/hooks/assay`);
});
