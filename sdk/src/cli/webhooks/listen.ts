import { parseWebhookSecret } from "@assay/contract/wire/webhook-signature";
import type { Assay } from "../../client/client.ts";
import { BadRequestError } from "../../errors/errors-api.ts";
import { pollUntil } from "../../evaluation/wait.ts";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../program.ts";
import { type ListenOptions, subscriptionOf } from "./listen-options.ts";
import { receiveOn, type MessageHandler } from "./receive.ts";
import { createMessageHandler } from "./receive-message.ts";

/**
 * Prints webhook events until Ctrl-C, or until the reader of stdout stops reading.
 *
 * With a secret, the command receives the events of an endpoint that is already registered. Otherwise, it
 * registers an endpoint, and removes this endpoint at the end.
 *
 * @throws {CliError} if the port is in use, or the server cannot reach the endpoint.
 */
export function listen(options: ListenOptions, context: CommandContext): Promise<void> {
  const { secret } = options;
  if (secret === undefined) return listenRegistered(options, context);
  if (parseWebhookSecret(secret) !== undefined) return listenAs(secret, options, context);
  throw new CliError(
    "--secret is invalid (not shown); it must be whsec_ followed by base64 of 24 to 64 bytes.",
  );
}

async function listenAs(
  secret: string,
  { port, forward }: ListenOptions,
  { output, stop }: CommandContext,
): Promise<void> {
  const endpoint = await receiveOn(port, createMessageHandler(output, { secret, forward }));
  output.note(`Listening on ${endpoint.url}; stop with Ctrl-C.`);
  await stopped(stop);
  await endpoint.close();
}

/**
 * Responds with 503 until the endpoint is registered. Until then, its secret is unknown, so no message can be
 * verified.
 */
const notReady: MessageHandler = async () => 503;

async function listenRegistered(options: ListenOptions, context: CommandContext): Promise<void> {
  const { output, signal, stop, client } = context;
  const subscription = subscriptionOf(options);
  let handle = notReady;
  const endpoint = await receiveOn(options.port, (message) => handle(message));
  const url = options.url ?? endpoint.url;
  try {
    // Pass no signal to the registration or the removal, because an interruption could leave the endpoint
    // registered.
    const { id, secret } = await client.webhooks.create({ ...subscription, url }).catch(cannotReach);
    try {
      handle = createMessageHandler(output, { secret, forward: options.forward });
      await checkReach(client, id, signal);
      output.note(
        `Listening on ${endpoint.url} as ${id} (${url}); press Ctrl-C to stop and to remove the endpoint.`,
      );
      await stopped(stop);
    } finally {
      await client.webhooks.delete(id);
      output.note(`Removed ${id}.`);
    }
  } finally {
    await endpoint.close();
  }
}

const remedy = "Add this host to ASSAY_OUTBOUND_ALLOW of the server, or pass the URL of a tunnel with --url.";

/**
 * Adds the remedy to the error if the server rejects the URL because it never sends requests to the URL's
 * host.
 */
function cannotReach(error: unknown): never {
  const refused = error instanceof BadRequestError && error.errors.some(({ path }) => path === "/url");
  throw refused ? new CliError(`${error.detail} ${remedy}`) : error;
}

function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Requests a test event, so that an unreachable endpoint is reported immediately. */
async function checkReach(client: Assay, id: string, signal: AbortSignal): Promise<void> {
  const sent = await client.webhooks.test(id, { signal });
  const findTest = async (own: AbortSignal) => {
    const { data } = await client.webhooks.deliveries(id, {}, { signal: own });
    return data.find((delivery) => delivery.id === sent.id);
  };
  const tested = await pollUntil(findTest, (delivery) => delivery?.status !== "pending", {
    signal,
    pollIntervalMs: 100,
    timeoutMs: 30_000,
    timeoutMessage: () => "The server sent no test event within 30 seconds. Check that a worker is running.",
  });
  if (tested?.status === "delivered") return;
  throw new CliError(`The server could not deliver a test event. ${tested?.error ?? ""} ${remedy}`);
}
