import { formatWebhookSecret, signWebhook } from "@assay/contract/wire";
import { describe, expect, test } from "vitest";
import { Assay } from "../client/client.ts";
import { AssayError } from "../errors/errors.ts";
import { verifyWebhook } from "./verify-webhook.ts";
import { WebhookVerificationError } from "../errors/webhook-verification-error.ts";

const secret = formatWebhookSecret(new Uint8Array(32).fill(3));
const other = formatWebhookSecret(new Uint8Array(32).fill(4));
const body = '{"type":"evaluation.sample.score","attempt":1}';
const instant = Date.parse("2026-02-11T08:00:00.000Z");
const options = { now: () => new Date(instant) };
const headers = () => signWebhook({ id: "msg_1", timestamp: instant / 1000, body }, [secret]);

describe("verifying a webhook", () => {
  test("returns the parsed body of text and of bytes", async () => {
    const expected = { type: "evaluation.sample.score", attempt: 1 };
    const signed = { ...(await headers()) };
    expect(await verifyWebhook(body, signed, secret, options)).toEqual(expected);
    expect(await verifyWebhook(new TextEncoder().encode(body), new Headers(signed), secret, options)).toEqual(
      expected,
    );
    expect(await verifyWebhook(body, signed, [other, secret], options)).toEqual(expected);
  });

  test("rejects an invalid signature with an error of the SDK that states the reason", async () => {
    const attempt = async (given: string, key: string) =>
      verifyWebhook(given, { ...(await headers()) }, key, options);
    await expect(attempt(`${body} `, secret)).rejects.toThrow(WebhookVerificationError);
    await expect(attempt(body, other)).rejects.toThrow(AssayError);
    await expect(attempt(body, other)).rejects.toThrow("Verify the raw body before parsing it");
    await expect(verifyWebhook(body, {}, secret, options)).rejects.toThrow(
      "The header webhook-id is required.",
    );
  });

  test("compares the message's time with the machine's clock by default", async () => {
    await expect(verifyWebhook(body, { ...(await headers()) }, secret)).rejects.toThrow("seconds");
  });

  test("rejects an invalid secret", async () => {
    await expect(verifyWebhook(body, { ...(await headers()) }, "hunter2", options)).rejects.toThrow(
      TypeError,
    );
  });

  test.each([
    ["an object", { type: "x" }, "object"],
    ["an array", [], "an array"],
    ["nothing", undefined, "undefined"],
    ["null", null, "null"],
  ])("refuses a body that has been parsed (%s), and states the reason", async (_, parsed, named) => {
    // The cast simulates a program without types.
    const attempt = verifyWebhook(parsed as never, { ...(await headers()) }, secret, options);
    await expect(attempt).rejects.toThrow(TypeError);
    await expect(attempt).rejects.toThrow(`The webhook body is ${named}; it must be the raw text or bytes,`);
    await expect(attempt).rejects.toThrow("express.raw");
  });

  test("treats a tolerance of 0 as the same second", async () => {
    const signed = { ...(await headers()) };
    const at = (seconds: number, toleranceSeconds: number) =>
      verifyWebhook(body, signed, secret, {
        now: () => new Date(instant + seconds * 1000),
        toleranceSeconds,
      });
    expect(await at(0, 0)).toMatchObject({ attempt: 1 });
    await expect(at(1, 0)).rejects.toThrow("The message is 1 second old; it must be at most 0.");
    expect(await at(600, 600)).toMatchObject({ attempt: 1 });
    await expect(at(601, 600)).rejects.toThrow(WebhookVerificationError);
    for (const none of [-1, NaN, Infinity])
      await expect(at(0, none)).rejects.toThrow("it must be at least 0");
  });

  test.each([
    ["undefined", undefined],
    ["null", null],
    ["object", {}],
    ["undefined", [secret, undefined]],
  ])("states that the secret is %s", async (given, none) => {
    // The cast simulates a program without types or with a missing setting.
    const passed = none as unknown as string;
    await expect(verifyWebhook(body, { ...(await headers()) }, passed, options)).rejects.toThrow(
      new TypeError(
        `The webhook secret is ${given}; it must be the text "whsec_…" from the response that created the webhook, or a list ` +
          "of such texts. Check that the program reads it from the right setting.",
      ),
    );
  });

  test("is the implementation of webhooks.unwrap, without a call", async () => {
    const fetch = () => Promise.reject(new Error("nothing is called"));
    const { webhooks } = new Assay({ apiKey: "assay_live_x", fetch });
    const signed = { ...(await headers()) };
    expect(await webhooks.unwrap(body, signed, secret, options)).toMatchObject({ attempt: 1 });
    await expect(webhooks.unwrap(body, signed, other, options)).rejects.toThrow(WebhookVerificationError);
  });
});
