import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import {
  checkWebhook,
  formatWebhookSecret,
  parseWebhookSecret,
  signWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./webhook-signature.ts";

// The test vector that the Standard Webhooks reference libraries publish.
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const timestamp = 1_614_265_330;
const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp, body: '{"test": 2432232314}' };
const published = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const other = formatWebhookSecret(new Uint8Array(32).fill(7));
const now = timestamp * 1000;

const secretOf = fc.uint8Array({ minLength: 24, maxLength: 64 }).map(formatWebhookSecret);
const idOf = fc.stringMatching(/^msg_[a-z0-9]{1,30}$/);

describe("signing a webhook", () => {
  test("creates the published signature", async () => {
    expect(await signWebhook(message, [secret])).toEqual({
      "webhook-id": message.id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": published,
    });
  });

  test("signs with every secret, the newest first", async () => {
    const { "webhook-signature": both } = await signWebhook(message, [other, secret]);
    expect(both.split(" ")).toEqual([(await signWebhook(message, [other]))["webhook-signature"], published]);
  });

  test("refuses to sign without a secret, or with an invalid one", async () => {
    await expect(signWebhook(message, [])).rejects.toThrow(
      "secrets is empty; it must have at least one secret.",
    );
    await expect(signWebhook(message, ["too short"])).rejects.toThrow("base64 of 24 to 64 bytes");
  });

  test("signs as the reference library does", async () => {
    await fc.assert(
      fc.asyncProperty(secretOf, idOf, fc.string({ unit: "grapheme" }), async (key, id, body) => {
        const headers = await signWebhook({ id, timestamp, body }, [key]);
        expect(headers["webhook-signature"]).toBe(new Webhook(key).sign(id, new Date(now), body));
      }),
      { numRuns: 50 },
    );
  });
});

describe("verifying a webhook", () => {
  const received = async (secrets: readonly string[]) => ({
    headers: { ...(await signWebhook(message, secrets)) },
    body: message.body,
  });

  test("accepts signatures of the reference library", async () => {
    await fc.assert(
      fc.asyncProperty(secretOf, idOf, fc.string({ unit: "grapheme" }), async (key, id, body) => {
        const headers = {
          "webhook-id": id,
          "webhook-timestamp": String(timestamp),
          "webhook-signature": new Webhook(key).sign(id, new Date(now), body),
        };
        await checkWebhook({ headers, body: new TextEncoder().encode(body) }, { secrets: [key], now });
      }),
      { numRuns: 50 },
    );
  });

  test("accepts headers in each form and case", async () => {
    const { headers, body } = await received([secret]);
    const shouted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const form of [headers, shouted, new Headers(headers)])
      await checkWebhook({ headers: form, body }, { secrets: [secret], now });
  });

  test("finds a valid signature among other signatures and other versions", async () => {
    const { headers, body } = await received([secret]);
    const signature = headers["webhook-signature"];
    for (const list of [
      `v1,AAAA ${signature}`,
      `v1a,AAAA v2,${signature.slice(3)} ${signature}`,
      `${signature} v1`,
    ])
      await checkWebhook(
        { headers: { ...headers, "webhook-signature": list }, body },
        { secrets: [secret], now },
      );
    for (const list of [`v1a,${signature.slice(3)}`, `v2,${signature.slice(3)}`, signature.slice(3), "v1,"]) {
      const wrong = { headers: { ...headers, "webhook-signature": list }, body };
      await expect(checkWebhook(wrong, { secrets: [secret], now })).rejects.toThrow(WebhookVerificationError);
    }
  });

  test.each(["ms", "fraction"])("refuses a time in the wrong unit: %s", async (unit) => {
    const { headers, body } = await received([secret]);
    const time = unit === "ms" ? `${timestamp}000` : `${timestamp}.5`;
    const wrong = { headers: { ...headers, "webhook-timestamp": time }, body };
    await expect(checkWebhook(wrong, { secrets: [secret], now })).rejects.toThrow(WebhookVerificationError);
  });

  test("accepts a signature by any of the secrets during a rotation, by the sender or the receiver", async () => {
    await checkWebhook(await received([other, secret]), { secrets: [secret], now });
    await checkWebhook(await received([secret]), { secrets: [other, secret], now });
  });

  test("rejects a changed body, id or time, another secret, and a missing header, each with a reason", async () => {
    const right = await received([secret]);
    const why = async (changed: Partial<WebhookHeaders>, body = right.body, secrets = [secret]) => {
      const changedOne = { headers: { ...right.headers, ...changed }, body };
      const error: unknown = await checkWebhook(changedOne, { secrets, now }).catch(
        (thrown: unknown) => thrown,
      );
      return error instanceof WebhookVerificationError ? error.message : error;
    };
    const wrong = expect.stringContaining("Verify the raw body before parsing it");
    expect(await why({})).toBeUndefined();
    expect(await why({}, '{"test":2432232314}')).toEqual(wrong);
    expect(await why({ "webhook-id": "msg_other" })).toEqual(wrong);
    expect(await why({ "webhook-timestamp": "1614265331" })).toEqual(wrong);
    expect(await why({}, right.body, [other])).toEqual(wrong);
    expect(await why({ "webhook-signature": published.replace("v1,", "v2,") })).toEqual(wrong);
    expect(await why({ "webhook-signature": "v1,%%%" })).toEqual(wrong);
    expect(await why({ "webhook-id": "" })).toBe("The header webhook-id is required.");
  });

  test("rejects a message that is more than five minutes old or in the future", async () => {
    const right = await received([secret]);
    for (const seconds of [-300, 300])
      await checkWebhook(right, { secrets: [secret], now: now + seconds * 1000 });
    await expect(checkWebhook(right, { secrets: [secret], now: now + 301_000 })).rejects.toThrow(
      "The message is 301 seconds old; it must be at most 300. Check the clock.",
    );
    await expect(checkWebhook(right, { secrets: [secret], now: now - 301_000 })).rejects.toThrow("ahead");
  });

  test("refuses to verify without a secret", async () => {
    await expect(checkWebhook(await received([secret]), { secrets: [], now })).rejects.toThrow(TypeError);
  });
});

describe("a webhook secret", () => {
  test("is base64 of 24 to 64 bytes, with or without its prefix", () => {
    expect(parseWebhookSecret(secret)).toEqual(parseWebhookSecret(secret.slice("whsec_".length)));
    expect(parseWebhookSecret(formatWebhookSecret(new Uint8Array(64)))).toHaveLength(64);
    for (const none of [
      "",
      "whsec_",
      "my secret",
      `v1,${secret}`,
      btoa("x".repeat(23)),
      btoa("x".repeat(65)),
      "whsec_====",
    ])
      expect(parseWebhookSecret(none)).toBeUndefined();
  });
});

interface Vector {
  secret: string;
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
  body: string;
  now: number;
  valid: boolean;
  why: string;
}

describe.runIf(haveCases)("the vectors of Standard Webhooks", () => {
  const file = join(casesDir, "E-protocol", "standard-webhooks.json");
  const { cases } = haveCases
    ? // The folder's own file has this form.
      (JSON.parse(readFileSync(file, "utf8")) as { cases: Vector[] })
    : { cases: [] };

  test.each(cases)(
    "have the published result: $why",
    async ({ secret: key, body, now: at, valid, ...headers }) => {
      const received = { headers: { ...headers, why: undefined }, body };
      const faults: unknown[] = [];
      await checkWebhook(received, { secrets: [key], now: at * 1000 }).catch((error: unknown) =>
        faults.push(error),
      );
      expect(faults).toEqual(valid ? [] : [expect.any(WebhookVerificationError)]);
    },
  );
});
