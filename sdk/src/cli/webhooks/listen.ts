import { parseWebhookSecret } from "@assay/contract/wire/webhook-signature";
import type { Assay } from "../../client/client.ts";
import { BadRequestError } from "../../errors/errors-api.ts";
import { pollUntil } from "../../evaluation/wait.ts";
import { CannotRun } from "../cannot-run.ts";
import type { CommandContext } from "../program.ts";
import { type ListenOptions, subscriptionOf } from "./listen-options.ts";
import { receiveOn, type Take } from "./receive.ts";
import { messageTaker } from "./take-message.ts";

/**
 * Shows what webhooks are told until Ctrl-C: by an endpoint registered for as long, or, given its secret, by one that is
 * registered already.
 *
 * @throws {CannotRun} when the port is taken, or the server cannot reach the endpoint.
 */
export function listen(options: ListenOptions, context: CommandContext): Promise<void> {
  const { secret } = options;
  if (secret === undefined) return listenRegistered(options, context);
  if (parseWebhookSecret(secret) !== undefined) return listenAs(secret, options, context);
  throw new CannotRun("--secret must be whsec_ and base64 of 24 to 64 bytes; what was given is not shown.");
}

async function listenAs(
  secret: string,
  { port, forward }: ListenOptions,
  { output, signal }: CommandContext,
): Promise<void> {
  const endpoint = await receiveOn(port, messageTaker(output, { secret, forward }));
  output.note(`Listening on ${endpoint.url}; Ctrl-C ends.`);
  await interrupted(signal);
  await endpoint.close();
}

/** Until the endpoint is registered its secret is not known, and nobody knows its address. */
const notYet: Take = async () => 503;

async function listenRegistered(options: ListenOptions, context: CommandContext): Promise<void> {
  const { output, signal, client } = context;
  const wanted = subscriptionOf(options);
  let take = notYet;
  const endpoint = await receiveOn(options.port, (message) => take(message));
  const url = options.url ?? endpoint.url;
  try {
    // Not under the signal, as little as its removal: one half made would stay.
    const { id, secret } = await client.webhooks.create({ ...wanted, url }).catch(cannotReach);
    try {
      take = messageTaker(output, { secret, forward: options.forward });
      await checkReach(client, id, signal);
      output.note(`Listening on ${endpoint.url} as ${id} (${url}); Ctrl-C ends and removes it.`);
      await interrupted(signal);
    } finally {
      await client.webhooks.delete(id);
      output.note(`Removed ${id}.`);
    }
  } finally {
    await endpoint.close();
  }
}

const whatToDo =
  "Let ASSAY_OUTBOUND_ALLOW of the server list this machine, or give the address of a tunnel with --url.";

/** The server says at once of some addresses that it never calls them. */
function cannotReach(error: unknown): never {
  const refused = error instanceof BadRequestError && error.errors.some(({ path }) => path === "/url");
  throw refused ? new CannotRun(`${error.detail} ${whatToDo}`) : error;
}

function interrupted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Lets the server send a test, so that an endpoint which it cannot reach is known at once. */
async function checkReach(client: Assay, id: string, signal: AbortSignal): Promise<void> {
  const sent = await client.webhooks.test(id, { signal });
  const look = async (own: AbortSignal) => {
    const { data } = await client.webhooks.deliveries(id, {}, { signal: own });
    return data.find((delivery) => delivery.id === sent.id);
  };
  const tested = await pollUntil(look, (delivery) => delivery?.status !== "pending", {
    signal,
    pollIntervalMs: 100,
    timeoutMs: 30_000,
    timeoutMessage: () => "The server has sent no test event for 30 seconds. Does it, or a worker, run?",
  });
  if (tested?.status === "delivered") return;
  throw new CannotRun(`The server could not deliver a test event. ${tested?.error ?? ""} ${whatToDo}`);
}
