import { checkWebhook, formatWebhookSecret } from "@assay/contract/wire";
import { type Answering, type Receiver, startReceiver } from "../../support/receiver.ts";

/** What calls to `customAt` are signed with. */
export const secret = formatWebhookSecret(new Uint8Array(32).fill(1));

/** Does something while an endpoint answers so. */
export async function withReceiver<T>(
  answering: Answering,
  work: (receiver: Receiver) => Promise<T>,
): Promise<T> {
  const receiver = await startReceiver(answering);
  try {
    return await work(receiver);
  } finally {
    await receiver.close();
  }
}

/** A custom evaluator at an address, with settings of its own. */
export const customAt = (webhook_url: string, config: Record<string, unknown> = {}) => ({
  type: "custom" as const,
  config: { webhook_url, secret, ...config },
});

/** Expects a call to be signed with a secret, as it was received. */
export const signedWith = async ({ calls }: Receiver, index: number, ...secrets: string[]): Promise<void> => {
  const call = calls[index];
  if (!call) throw new Error(`There is no call ${index}.`);
  // The target's clock may have been moved on: the time signed is taken for the present.
  const now = Number(call.headers["webhook-timestamp"]) * 1000;
  await checkWebhook({ headers: call.headers, body: call.raw }, { secrets, now });
};
