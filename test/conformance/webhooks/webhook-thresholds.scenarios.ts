import type { CreateWebhook, Dataset } from "@assay/sdk";
import { expect } from "vitest";
import { answered, binary, evaluated, filledDataset, newDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { withReceiver } from "../harness/custom-receiver.ts";
import { actingReviewer } from "../harness/arrange-reviews.ts";
import { overriding, createScoreSetup, taskOf } from "../harness/arrange-scored-reviews.ts";
import { anInstant } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { allEnded, subscribed, receivedEvents } from "../harness/webhook-receiver.ts";

const watching = (project: string, below: number): Pick<CreateWebhook, "event_types" | "config"> => ({
  event_types: ["score.threshold_crossed"],
  config: { project, thresholds: { binary: { below }, unknown_rule: { below: 100 } } },
});

/** Creates datasets in one project whose `binary` score is the share of correct outputs. */
async function scored(context: Context, ...answers: string[]): Promise<Dataset[]> {
  const { dataset } = await filledDataset(context, answered(answers[0] ?? ""));
  const others: Dataset[] = [];
  for (const text of answers.slice(1)) {
    const other = await newDataset(context, dataset.project);
    await context.assay.samples.create(other.id, { samples: answered(text) });
    others.push(other);
  }
  return [dataset, ...others];
}

const run = async (context: Context, dataset: Dataset | undefined) => {
  if (!dataset) throw new Error("The dataset does not exist.");
  return evaluated(context, dataset, { evaluators: [binary] });
};

/** Scenarios for scores that cross thresholds. */
export const webhookThresholdScenarios = [
  engineScenario(
    "createWebhook",
    201,
    "sends each fall below a threshold and each return above it once",
    async (context) => {
      // The score is 75 if 3 of 4 outputs are correct, 100 if all are correct, and 50 if half are correct.
      const [fair, good, poor] = await scored(context, "uuur", "uuuu", "uurr");
      const project = fair?.project ?? "";
      await withReceiver(
        () => ({}),
        async (receiver) => {
          const { id } = await subscribed(context, receiver, watching(project, 80));
          const first = await run(context, fair);
          await run(context, poor);
          const third = await run(context, good);
          await run(context, good);
          const last = await run(context, poor);
          await allEnded(context, id, 3);
          const common = { project, evaluator: "binary", threshold: 80 };
          expect(receivedEvents(receiver)).toEqual([
            {
              event: "score.threshold_crossed",
              timestamp: anInstant,
              data: {
                ...common,
                evaluation: first.id,
                score: 75,
                direction: "below",
                previous_score: null,
                change: null,
              },
            },
            {
              event: "score.threshold_crossed",
              timestamp: anInstant,
              data: {
                ...common,
                evaluation: third.id,
                score: 100,
                direction: "above",
                previous_score: 50,
                change: 50,
              },
            },
            {
              event: "score.threshold_crossed",
              timestamp: anInstant,
              data: {
                ...common,
                evaluation: last.id,
                score: 50,
                direction: "below",
                previous_score: 100,
                change: -50,
              },
            },
          ]);
        },
      );
    },
  ),
  scenario(
    "createWebhook",
    201,
    "treats a score at the threshold as above it, and sends no event if the first score is above",
    async (context) => {
      const [fair, good, poor] = await scored(context, "uuur", "uuuu", "uurr");
      await withReceiver(
        () => ({}),
        async (receiver) => {
          const { id } = await subscribed(context, receiver, watching(fair?.project ?? "", 75));
          await run(context, good);
          await run(context, fair);
          await run(context, poor);
          const back = await run(context, fair);
          await allEnded(context, id, 2);
          expect(receivedEvents(receiver).map(({ data }) => [data["score"], data["direction"]])).toEqual([
            [50, "below"],
            [75, "above"],
          ]);
          expect(receivedEvents(receiver)[1]?.data["evaluation"]).toBe(back.id);
        },
      );
    },
  ),
  scenario(
    "updateWebhook",
    200,
    "starts again without a previous score if the threshold changes, and otherwise continues",
    async (context) => {
      const [fair] = await scored(context, "uuur");
      const project = fair?.project ?? "";
      await withReceiver(
        () => ({}),
        async (receiver) => {
          const { id } = await subscribed(context, receiver, watching(project, 70));
          await run(context, fair);
          await context.assay.webhooks.update(id, watching(project, 80));
          await run(context, fair);
          await context.assay.webhooks.update(id, watching(project, 80));
          await run(context, fair);
          await allEnded(context, id, 1);
          expect(
            receivedEvents(receiver).map(({ data }) => [data["threshold"], data["previous_score"]]),
          ).toEqual([[80, null]]);
        },
      );
    },
  ),
  scenario(
    "createWebhook",
    201,
    "compares scores separately for each project and for each endpoint",
    async (context) => {
      const [mine] = await scored(context, "uurr");
      const [theirs] = await scored(context, "uurr");
      await withReceiver(
        () => ({}),
        async (receiver) => {
          const everywhere = watching(mine?.project ?? "", 80);
          const thresholds = { binary: { below: 80 } };
          const { id } = await subscribed(context, receiver, { ...everywhere, config: { thresholds } });
          const low = await subscribed(context, receiver, watching(mine?.project ?? "", 40));
          await run(context, mine);
          await run(context, theirs);
          await run(context, mine);
          await allEnded(context, id, 2);
          await allEnded(context, low.id, 0);
          expect(
            receivedEvents(receiver).map(({ data }) => [data["project"], data["previous_score"]]),
          ).toEqual([
            [mine?.project, null],
            [theirs?.project, null],
          ]);
        },
      );
    },
  ),
  scenario(
    "submitReview",
    201,
    "sends endpoints the events of one review in order: review, task, score, threshold",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { project, dataset } = setup;
      await withReceiver(
        () => ({}),
        async (receiver) => {
          const { id } = await subscribed(context, receiver, {
            event_types: [
              "review_task.assigned",
              "review_task.completed",
              "review.submitted",
              "score.overridden",
              "score.threshold_crossed",
            ],
            config: { project, thresholds: { binary: { below: 60 } } },
          });
          // Two of four outputs are correct, so the score is 50. An override of a third output raises it to
          // 75.
          await evaluated(context, dataset, { evaluators: [binary] });
          await allEnded(context, id, 1);
          const doctor = await actingReviewer(context);
          const task = await taskOf(context, setup, { doctor, samples: [setup.calls.two] });
          await doctor.assay.reviews.submit(task, overriding(setup.calls.two, 100, { evaluator: "binary" }));
          await allEnded(context, id, 6);
          expect(
            receivedEvents(receiver).map(({ event, data }) => [event, data["direction"] ?? data["value"]]),
          ).toEqual([
            ["score.threshold_crossed", "below"],
            ["review_task.assigned", undefined],
            ["review.submitted", undefined],
            ["review_task.completed", undefined],
            ["score.overridden", 100],
            ["score.threshold_crossed", "above"],
          ]);
        },
      );
    },
  ),
];
