import { checkWebhook, formatWebhookSecret } from "@assay/contract/wire";
import { type Responder, type Receiver, startReceiver } from "../../support/receiver.ts";

/** The secret that signs calls to `customAt`. */
export const secret = formatWebhookSecret(new Uint8Array(32).fill(1));

/** Runs a function while an endpoint responds in a given way. */
export async function withReceiver<T>(
  answering: Responder,
  work: (receiver: Receiver) => Promise<T>,
): Promise<T> {
  const receiver = await startReceiver(answering);
  try {
    return await work(receiver);
  } finally {
    await receiver.close();
  }
}

/** Creates a custom evaluator at a URL, with optional settings. */
export const customAt = (webhook_url: string, config: Record<string, unknown> = {}) => ({
  type: "custom" as const,
  config: { webhook_url, secret, ...config },
});

/** Expects the received call to be signed with at least one of the secrets. */
export const signedWith = async ({ calls }: Receiver, index: number, ...secrets: string[]): Promise<void> => {
  const call = calls[index];
  if (!call) throw new Error(`Call ${index} was not received.`);
  // The target's clock may have been advanced, so the signed time is used as the current time.
  const now = Number(call.headers["webhook-timestamp"]) * 1000;
  await checkWebhook({ headers: call.headers, body: call.raw }, { secrets, now });
};
