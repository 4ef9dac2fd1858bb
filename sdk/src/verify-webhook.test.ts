import { formatWebhookSecret, signWebhook } from "@assay/contract/wire";
import { describe, expect, test } from "vitest";
import { AssayError } from "./errors.ts";
import { verifyWebhook, WebhookVerificationError } from "./verify-webhook.ts";

const secret = formatWebhookSecret(new Uint8Array(32).fill(3));
const other = formatWebhookSecret(new Uint8Array(32).fill(4));
const body = '{"type":"evaluation.sample.score","attempt":1}';
const instant = Date.parse("2026-02-11T08:00:00.000Z");
const options = { now: () => new Date(instant) };
const headers = () => signWebhook({ id: "msg_1", timestamp: instant / 1000, body }, [secret]);

describe("verifying a webhook", () => {
  test("gives the parsed body of text and of bytes", async () => {
    const expected = { type: "evaluation.sample.score", attempt: 1 };
    const signed = { ...(await headers()) };
    expect(await verifyWebhook(body, signed, secret, options)).toEqual(expected);
    expect(await verifyWebhook(new TextEncoder().encode(body), new Headers(signed), secret, options)).toEqual(
      expected,
    );
    expect(await verifyWebhook(body, signed, [other, secret], options)).toEqual(expected);
  });

  test("rejects with an error of the SDK when the signature is not right, says why, and gives nothing", async () => {
    const attempt = async (given: string, key: string) =>
      verifyWebhook(given, { ...(await headers()) }, key, options);
    await expect(attempt(`${body} `, secret)).rejects.toThrow(WebhookVerificationError);
    await expect(attempt(body, other)).rejects.toThrow(AssayError);
    await expect(attempt(body, other)).rejects.toThrow(
      "made over the raw body: check it before anything parses it",
    );
    await expect(verifyWebhook(body, {}, secret, options)).rejects.toThrow("no header webhook-id");
  });

  test("holds the message's time against the machine's clock when it is given none", async () => {
    await expect(verifyWebhook(body, { ...(await headers()) }, secret)).rejects.toThrow("seconds");
  });

  test("rejects a secret that is none", async () => {
    await expect(verifyWebhook(body, { ...(await headers()) }, "hunter2", options)).rejects.toThrow(
      TypeError,
    );
  });
});
