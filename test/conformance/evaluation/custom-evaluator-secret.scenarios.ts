import { insufficientScope, projectRestricted } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { evaluated, filledDataset, nightly } from "../harness/arrange.ts";
import { customAt, signedWith, withReceiver } from "../harness/custom-receiver.ts";
import { anInstant, expectBody, expectFaults, expectRefusal } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const rotatePath = "/v1/custom_evaluator_secret/rotate";

/** Scenarios for the settings of custom evaluators, and the secret that signs their calls. */
export const customSecretScenarios = [
  scenario(
    "createEvaluation",
    201,
    "returns the settings of a custom evaluator without its secret",
    async (context) => {
      await withReceiver(
        () => ({ score: 50 }),
        async ({ url }) => {
          const { dataset } = await filledDataset(context);
          const sent = {
            ...nightly(dataset),
            evaluators: [customAt(url, { retry_count: 0 })],
            run_async: false,
          };
          const answer = await context.request("POST", "/v1/evaluations", { body: sent });
          const created = expectBody(answer, 201);
          expect(created["evaluators"]).toEqual([
            { type: "custom", config: { webhook_url: url, retry_count: 0 }, weight: 1 },
          ]);
          const read = await context.request("GET", `/v1/evaluations/${String(created["id"])}`);
          const again = { ...sent, evaluators: [customAt(url, { retry_count: 0, secret: null })] };
          const unsigned = await context.request("POST", "/v1/evaluations", { body: again });
          for (const { body } of [answer, read]) expect(JSON.stringify(body)).not.toContain("whsec_");
          // The secret does not affect the figures, so the hash is unchanged.
          expect(expectBody(unsigned, 201)["manifest_hash"]).toBe(created["manifest_hash"]);
        },
      );
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "does not call the evaluator for a sample without output",
    async (context) => {
      await withReceiver(
        () => ({ score: 50 }),
        async ({ url, calls }) => {
          const { dataset } = await filledDataset(context, [{ input: 1, output: "a" }, { input: 2 }]);
          for (const [missing_output, scored] of [
            ["fail", 2],
            ["skip", 1],
          ] as const) {
            const done = await evaluated(context, dataset, {
              evaluators: [customAt(url), { type: "triage_accuracy", config: { require_expected: false } }],
              missing_output,
            });
            expect(done.results?.coverage_by_evaluator["custom"]).toEqual({
              scored,
              errored: 0,
              skipped: 2 - scored,
              total: 2,
              missing_output: 1,
              not_applicable: 0,
            });
          }
          expect(calls.map(({ body }) => body.sample["input"])).toEqual([1, 1]);
        },
      );
    },
  ),
  scenario(
    "createEvaluation",
    400,
    "names the faults of a custom evaluator without its secret",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const config = {
        webhook_url: "ftp://a.test",
        timeout_seconds: 121,
        retry_count: 11,
        secret: "hunter2hunter2",
      };
      const evaluators = [
        { type: "custom", config },
        { type: "custom", name: "b", config: { webhook_url: "https://me:word@a.test" } },
      ];
      const answer = await context.request("POST", "/v1/evaluations", {
        body: { ...nightly(dataset), evaluators },
      });
      const address = "it must be an https address without user name and password.";
      expectFaults(
        answer,
        ["/evaluators/0/config/webhook_url", "invalid_value", `webhook_url is "ftp://a.test"; ${address}`],
        [
          "/evaluators/0/config/timeout_seconds",
          "too_big",
          "timeout_seconds is 121; it must be at most 120.",
        ],
        ["/evaluators/0/config/retry_count", "too_big", "retry_count is 11; it must be at most 10."],
        [
          "/evaluators/0/config/secret",
          "invalid_value",
          "secret must be whsec_ and base64 of 24 to 64 bytes; the value is not shown.",
        ],
        [
          "/evaluators/1/config/webhook_url",
          "invalid_value",
          `webhook_url is "https://me:word@a.test"; ${address}`,
        ],
      );
      expect(JSON.stringify(answer.body)).not.toContain("hunter2");
    },
  ),
  scenario(
    "rotateCustomEvaluatorSecret",
    200,
    "returns a new secret once, and signs with both secrets during the grace period",
    async (context) => {
      const { assay, target } = context;
      const rotate = () => assay.customEvaluatorSecret.rotate({ grace_seconds: 60 });
      const first = await rotate();
      expect(first).toEqual({
        object: "custom_evaluator_secret",
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        created_at: anInstant,
        previous_secret_expires_at: null,
      });
      const second = await rotate();
      expect(Date.parse(second.previous_secret_expires_at ?? "") - Date.parse(second.created_at)).toBe(
        60_000,
      );
      await withReceiver(
        () => ({ score: 50 }),
        async (receiver) => {
          const { dataset } = await filledDataset(context, [{ input: 1, output: 1 }]);
          const evaluators = [customAt(receiver.url, { secret: null })];
          await evaluated(context, dataset, { evaluators });
          await signedWith(receiver, 0, first.secret);
          await signedWith(receiver, 0, second.secret);
          target.advance(61_000);
          await evaluated(context, dataset, { evaluators });
          await signedWith(receiver, 1, second.secret);
          await expect(signedWith(receiver, 1, first.secret)).rejects.toThrow("The signature is invalid.");
        },
      );
    },
  ),
  scenario(
    "rotateCustomEvaluatorSecret",
    200,
    "replaces the secret that was created on first use",
    async (context) => {
      await withReceiver(
        () => ({ score: 50 }),
        async (receiver) => {
          const { dataset } = await filledDataset(context, [{ input: 1, output: 1 }]);
          await evaluated(context, dataset, { evaluators: [customAt(receiver.url, { secret: null })] });
          expect(receiver.calls[0]?.headers["webhook-signature"]).toMatch(/^v1,\S{44}$/);
          const body = { grace_seconds: 0 };
          const headers = { "idempotency-key": "rotate-once" };
          const answer = await context.request("POST", rotatePath, { body, headers });
          expect(expectBody(answer, 200)["previous_secret_expires_at"]).toEqual(anInstant);
          expect((await context.request("POST", rotatePath, { body, headers })).body).toEqual(answer.body);
        },
      );
    },
  ),
  scenario(
    "rotateCustomEvaluatorSecret",
    403,
    "requires a workspace key with the scope to change settings",
    async (context) => {
      const developer = await context.newKey({ preset: "developer" });
      expectRefusal(
        await context.request("POST", rotatePath, { body: {}, key: developer }),
        insufficientScope("settings:write"),
      );
      const { dataset } = await filledDataset(context);
      const restricted = await context.newKey({ scopes: ["settings:write"], projects: [dataset.project] });
      expectRefusal(
        await context.request("POST", rotatePath, { body: {}, key: restricted }),
        projectRestricted(),
      );
    },
  ),
  scenario(
    "rotateCustomEvaluatorSecret",
    400,
    "refuses a grace period of more than a week",
    async (context) => {
      expectFaults(await context.request("POST", rotatePath, { body: { grace_seconds: 604_801 } }), [
        "/grace_seconds",
        "too_big",
        "grace_seconds is 604801; it must be at most 604800.",
      ]);
    },
  ),
];
