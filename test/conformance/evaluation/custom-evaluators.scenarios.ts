import { expect } from "vitest";
import { all, evaluated, filledDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { customAt, secret, signedWith, withReceiver } from "../harness/custom-receiver.ts";
import { freePort } from "../../support/free-port.ts";
import { scenario } from "../harness/scenario.ts";

/** Returns the stored result of each sample by external id: the status, and the score or the reason. */
async function outcomes({ assay }: Context, id: string): Promise<Record<string, unknown>> {
  const results = await all(assay.evaluations.results(id));
  return Object.fromEntries(
    results.map(({ external_id, status, score, details }) => [
      external_id,
      status === "scored" ? score : `${status}: ${String(details["reason"])}`,
    ]),
  );
}

/** Scenarios for evaluators at external endpoints, and the signatures of their calls. */
export const customEvaluatorScenarios = [
  scenario(
    "createEvaluation",
    201,
    "calls a custom evaluator for each sample, with a signature",
    async (context) => {
      const scores: Record<string, number> = { "call-1": 100, "call-2": 70, "call-3": 69.5, "call-4": 0 };
      await withReceiver(
        ({ body }) => ({ score: scores[body.sample.external_id ?? ""] }),
        async (receiver) => {
          const { dataset, samples } = await filledDataset(context);
          const done = await evaluated(context, dataset, { evaluators: [customAt(receiver.url)] });
          // The mean is (100 + 70 + 69.5 + 0) / 4. A sample passes if its score is at least 70.
          expect(done.results).toMatchObject({
            aggregate_score: 59.875,
            pass_rate: 50,
            distributions: { custom: {} },
            coverage: { scored: 4, errored: 0, skipped: 0, total: 4 },
          });
          expect(receiver.calls).toHaveLength(4);
          const first = receiver.calls.find(({ body }) => body.sample.external_id === "call-1");
          expect(first?.body).toEqual({
            type: "evaluation.sample.score",
            evaluation: done.id,
            evaluator: {
              type: "custom",
              name: "custom",
              config: { webhook_url: receiver.url, timeout_seconds: 30, retry_count: 3 },
            },
            attempt: 1,
            run: 1,
            sample: {
              id: samples[0]?.id,
              external_id: "call-1",
              input: { text: "The caller of call-1." },
              output: { triage_level: "emergent" },
              expected: { triage_level: "emergent" },
              metadata: {},
            },
          });
          for (const index of receiver.calls.keys()) await signedWith(receiver, index, secret);
        },
      );
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "stores the verdict, flag, details and classification of a custom evaluator",
    async (context) => {
      const answers: Record<string, unknown> = {
        "call-1": { score: 20, passed: true, details: { classification: "kind", why: ["a"] } },
        "call-2": { score: 90, passed: false, flagged: true, flag_reason: "rude" },
        "call-3": { score: 80, flagged: true, details: { classification: "kind" }, model: "ignored" },
        "call-4": { score: null, details: { note: "not mine" } },
      };
      await withReceiver(
        ({ body }) => answers[body.sample.external_id ?? ""],
        async ({ url }) => {
          const { dataset } = await filledDataset(context);
          const evaluators = [{ ...customAt(url), name: "tone" }];
          const done = await evaluated(context, dataset, { evaluators });
          expect(done.results).toMatchObject({
            distributions: { tone: { kind: 2 } },
            coverage: { scored: 3, errored: 0, skipped: 1, total: 4 },
            flagged_samples: 2,
          });
          const results = await all(context.assay.evaluations.results(done.id));
          expect(
            results.map(({ score, passed, flag_reason: reason, details }) => [
              score,
              passed,
              reason,
              details,
            ]),
          ).toEqual([
            [20, true, undefined, { classification: "kind", why: ["a"] }],
            [90, false, "rude", {}],
            [80, true, "flagged", { classification: "kind" }],
            [null, null, undefined, { note: "not mine" }],
          ]);
        },
      );
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "retries a call with the same id after 429 and 5xx only",
    async (context) => {
      const statuses: Record<string, number[]> = {
        "call-1": [500, 429, 503],
        "call-2": [503, 503, 503, 503],
        "call-3": [404],
        "call-4": [302],
      };
      await withReceiver(
        ({ body: { sample, attempt } }, response) => {
          const status = statuses[sample.external_id ?? ""]?.[attempt - 1];
          if (status === undefined) return { score: 88 };
          response.writeHead(status, { "retry-after": "3600", location: "http://169.254.169.254/" }).end();
        },
        async (receiver) => {
          const { dataset } = await filledDataset(context);
          const evaluators = [customAt(receiver.url)];
          const done = await evaluated(context, dataset, { evaluators, fail_on_error: 1 });
          const at = `errored: The custom evaluator at ${new URL(receiver.url).origin}`;
          expect(await outcomes(context, done.id)).toEqual({
            "call-1": 88,
            "call-2": `${at} returned status 503; it must return 200, in 4 attempts.`,
            "call-3": `${at} returned status 404; it must return 200.`,
            "call-4": `${at} returned a redirect (302); it must return 200.`,
          });
          const attemptsFor = (id: string) =>
            receiver.calls
              .filter(({ body }) => body.sample.external_id === id)
              .map(({ body }) => body.attempt);
          expect(Object.keys(statuses).map(attemptsFor)).toEqual([[1, 2, 3, 4], [1, 2, 3, 4], [1], [1]]);
          const names = receiver.calls.map(({ headers }) => headers["webhook-id"]);
          expect(new Set(names).size).toBe(4);
        },
      );
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "marks a sample as errored for an invalid response, with the reason",
    async (context) => {
      const bodies: Record<string, string> = {
        "call-1": '{"score":NaN}',
        "call-2": '{"score":101}',
        "call-3": '{"score":"70"}',
        "call-4": "x".repeat(3 * 1024 * 1024),
      };
      await withReceiver(
        ({ body }, response) => void response.end(bodies[body.sample.external_id ?? ""]),
        async ({ url, calls }) => {
          const { dataset } = await filledDataset(context);
          const { id } = await evaluated(context, dataset, {
            evaluators: [customAt(url)],
            fail_on_error: 0.5,
          });
          expect(await context.assay.evaluations.get(id)).toMatchObject({
            status: "failed",
            error: expect.stringMatching(
              /^4 of 4 samples errored \(100 %\); fail_on_error allows 50 %\. Most frequent reasons: .+ \(1 result, for example call-\d\); .+ \(1 result, for example call-\d\)\.$/,
            ),
          });
          const at = `errored: The custom evaluator at ${new URL(url).origin}`;
          const unusable = "errored: The response of the custom evaluator is invalid:";
          expect(await outcomes(context, id)).toEqual({
            "call-1": expect.stringContaining(`${at} returned an invalid body: `),
            "call-2": `${unusable} score is 101; it must be a number from 0 to 100, or null.`,
            "call-3": `${unusable} score is "70"; it must be a number from 0 to 100, or null.`,
            "call-4": `${at} returned status 200 with more than 1048576 bytes.`,
          });
          expect(calls).toHaveLength(4);
        },
      );
    },
  ),
  scenario(
    "getEvaluation",
    200,
    "states why an endpoint could not be called, with the number of samples and one of them",
    async (context) => {
      const { dataset, samples } = await filledDataset(context);
      const url = `http://127.0.0.1:${await freePort()}/`;
      const { id } = await evaluated(context, dataset, { evaluators: [customAt(url, { retry_count: 0 })] });
      const { status, error, error_reasons: reasons } = await context.assay.evaluations.get(id);
      // On the mock, the cause is the message of the runtime's `fetch`.
      expect(error).toMatch(
        /(?:the connection was refused|fetch failed) \(4 results, for example call-1\)\.$/,
      );
      expect(status).toBe("failed");
      expect(reasons).toEqual([
        {
          evaluator: "custom",
          status: "errored",
          reason: expect.stringContaining("could not be called"),
          count: 4,
          sample: samples[0]?.id,
          external_id: "call-1",
        },
      ]);
    },
  ),
];
