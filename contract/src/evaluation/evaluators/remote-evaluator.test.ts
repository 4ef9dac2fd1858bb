import { describe, expect, test } from "vitest";
import { bindCustom } from "./custom-evaluator.ts";
import { callRemoteEvaluator, type RemoteCall, type RemoteEvaluatorResponse } from "./remote-evaluator.ts";
import { checkWebhook, formatWebhookSecret } from "../../wire/http/webhook-signature.ts";

const secrets = [
  formatWebhookSecret(new Uint8Array(32).fill(1)),
  formatWebhookSecret(new Uint8Array(32).fill(2)),
];
const instant = Date.parse("2026-02-11T08:00:00.000Z");
const sample = { id: "smp_1", external_id: "a", input: 1, output: 2, expected: 3, metadata: {} };

const answer = (
  status: number,
  body: string | Uint8Array = "",
  retryAfter: string | null = null,
): RemoteEvaluatorResponse => ({
  status,
  retryAfter,
  body: typeof body === "string" ? new TextEncoder().encode(body) : body,
});
const broken = (passing: boolean): RemoteEvaluatorResponse => ({
  status: null,
  reason: "could not be called",
  passing,
});

/** Calls a remote evaluator whose endpoint returns the given responses in order. Returns the outcome. */
async function callEndpoint(
  replies: readonly RemoteEvaluatorResponse[],
  { retries = 3, triesBefore = 0, triesFailed = 0, random = 0.5, run = 1 } = {},
) {
  const calls: RemoteCall[] = [];
  const pauses: number[] = [];
  const bound = bindCustom({
    webhook_url: "https://evaluator.example.org/score?token=private",
    timeout_seconds: 7,
    retry_count: retries,
  });
  if (!bound.remote) throw new Error("A custom evaluator is a remote one.");
  const question = {
    evaluation: "eval_1",
    position: 1,
    run,
    sample,
    triesBefore,
    triesFailed,
    secrets,
    rule: bound.remote,
  };
  const effects = {
    send: async (call: RemoteCall) => {
      calls.push(call);
      const reply = replies[calls.length - 1];
      if (!reply) throw new Error("The endpoint received too many calls.");
      return reply;
    },
    pause: async (ms: number) => void pauses.push(ms),
    now: () => instant,
    random: () => random,
  };
  const evaluator = { key: "tone", weight: 1, bound };
  const outcome = await callRemoteEvaluator(
    { ...question, evaluator },
    effects,
    new AbortController().signal,
  );
  return { outcome, calls, pauses };
}

const reasonOf = async (...input: Parameters<typeof callEndpoint>) => {
  const { outcome } = await callEndpoint(...input);
  return outcome.status === "scored" ? outcome.score : outcome.reason;
};

describe("a call to a remote evaluator", () => {
  test("is signed with every secret and the time of sending, and has an id", async () => {
    const { calls, outcome } = await callEndpoint([answer(200, '{"score":90}')]);
    expect(outcome).toMatchObject({ status: "scored", score: 90 });
    const [call] = calls;
    expect(call).toMatchObject({ url: "https://evaluator.example.org/score?token=private", timeoutMs: 7000 });
    expect(call?.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": "msg_eval_1_smp_1_1",
      "webhook-timestamp": String(instant / 1000),
    });
    expect(JSON.parse(call?.body ?? "")).toMatchObject({
      evaluation: "eval_1",
      attempt: 1,
      run: 1,
      sample,
    });
    for (const secret of secrets)
      await checkWebhook(
        { headers: call?.headers ?? {}, body: call?.body ?? "" },
        { secrets: [secret], now: instant },
      );
  });

  test("states the run, and has an id of its own for each further run", async () => {
    const { calls } = await callEndpoint([answer(200, '{"score":90}')], { run: 2 });
    expect(calls[0]?.headers["webhook-id"]).toBe("msg_eval_1_smp_1_1_2");
    expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({ attempt: 1, run: 2 });
  });

  test("is retried with the same id and a higher attempt after transient failures", async () => {
    const passing = [...[408, 425, 429, 500, 599].map((status) => answer(status)), broken(true)];
    const { calls, outcome } = await callEndpoint([...passing, answer(200, '{"score":1}')], {
      retries: 6,
      triesBefore: 4,
    });
    expect(outcome).toMatchObject({ status: "scored", score: 1 });
    expect(new Set(calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const attempts = calls.map(({ body }): unknown => JSON.parse(body).attempt);
    expect(attempts).toEqual([5, 6, 7, 8, 9, 10, 11]);
  });

  test("waits longer each time, or as long as Retry-After requires", async () => {
    const { pauses } = await callEndpoint([answer(503), answer(503, "", "17"), answer(503), answer(503)]);
    expect(pauses).toEqual([1000, 17_000, 4000]);
  });

  test("continues with the retries that are left after failed attempts of another job", async () => {
    const { calls, pauses, outcome } = await callEndpoint([answer(503), answer(503)], { triesFailed: 2 });
    expect(calls.map(({ body }): unknown => JSON.parse(body).attempt)).toEqual([3, 4]);
    expect(pauses).toEqual([4000]);
    expect(outcome).toMatchObject({
      reason:
        "The custom evaluator at https://evaluator.example.org returned status 503; it must return 200, in 4 attempts.",
    });
  });

  test.each([201, 204, 301, 400, 401, 404, 410, 422])("is not retried after status %d", async (status) => {
    const { calls } = await callEndpoint([answer(status)]);
    expect(calls).toHaveLength(1);
  });
});

describe("a sample that a remote evaluator does not score", () => {
  const at = "The custom evaluator at https://evaluator.example.org";

  test("is errored with the reason, the number of attempts and only the origin of the URL", async () => {
    expect(await reasonOf([answer(404)])).toBe(`${at} returned status 404; it must return 200.`);
    expect(await reasonOf([answer(500), answer(502)], { retries: 1 })).toBe(
      `${at} returned status 502; it must return 200, in 2 attempts.`,
    );
    expect(await reasonOf([answer(307)])).toBe(`${at} returned a redirect (307); it must return 200.`);
    expect(await reasonOf([broken(false)])).toBe(`${at} could not be called.`);
    expect(await reasonOf([broken(true)], { retries: 0 })).toBe(`${at} could not be called.`);
  });

  test("is errored if the body is unreadable, or if its contents cannot be stored", async () => {
    expect(await reasonOf([answer(200, Uint8Array.of(0xff))])).toBe(
      `${at} returned a body that is not UTF-8.`,
    );
    for (const body of [
      "",
      "<html>",
      '{"score":NaN}',
      '{"score":1,"details":{"a":"\\u0000"}}',
      '{"score":1e400}',
    ])
      expect(await reasonOf([answer(200, body)])).toMatch(`${at} returned an invalid body: `);
    expect(await reasonOf([answer(200, '{"score":101}')])).toContain("score is 101");
  });
});
