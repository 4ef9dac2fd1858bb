import type { CreateWebhook, Dataset } from "@assay/sdk";
import { expect } from "vitest";
import { answered, binary, evaluated, filledDataset, newDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { withReceiver } from "../harness/custom-receiver.ts";
import { actingReviewer } from "../harness/arrange-reviews.ts";
import { overriding, scoredRoom, taskOf } from "../harness/arrange-scored-reviews.ts";
import { anInstant } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { allEnded, subscribed, told } from "../harness/webhook-receiver.ts";

const watching = (project: string, below: number): Pick<CreateWebhook, "event_types" | "config"> => ({
  event_types: ["score.threshold_crossed"],
  config: { project, thresholds: { binary: { below }, unknown_rule: { below: 100 } } },
});

/** Datasets of one project whose score by `binary` is the share of right answers. */
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
  if (!dataset) throw new Error("There is no such dataset.");
  return evaluated(context, dataset, { evaluators: [binary] });
};

/** Scores that cross thresholds. */
export const webhookThresholdScenarios = [
  engineScenario(
    "createWebhook",
    201,
    "tells when a score falls below a threshold, and when it comes back, once each",
    async (context) => {
      // 3 of 4 right: 75; all right: 100; half: 50.
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
          expect(told(receiver)).toEqual([
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
    "does not take a score at the threshold for one below, nor a first one above for news",
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
          expect(told(receiver).map(({ data }) => [data["score"], data["direction"]])).toEqual([
            [50, "below"],
            [75, "above"],
          ]);
          expect(told(receiver)[1]?.data["evaluation"]).toBe(back.id);
        },
      );
    },
  ),
  scenario(
    "updateWebhook",
    200,
    "begins anew with a threshold that is changed, and keeps what it knows for one that is not",
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
          expect(told(receiver).map(({ data }) => [data["threshold"], data["previous_score"]])).toEqual([
            [80, null],
          ]);
        },
      );
    },
  ),
  scenario(
    "createWebhook",
    201,
    "keeps projects apart where an endpoint watches them all, and other endpoints' thresholds too",
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
          expect(told(receiver).map(({ data }) => [data["project"], data["previous_score"]])).toEqual([
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
    "tells endpoints what one review brings about in that order: review, task, score, threshold",
    async (context) => {
      const room = await scoredRoom(context);
      const { project, dataset } = room;
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
          // Half of four are right: 50; with all of a third one right: 75.
          await evaluated(context, dataset, { evaluators: [binary] });
          await allEnded(context, id, 1);
          const doctor = await actingReviewer(context);
          const task = await taskOf(context, room, { doctor, samples: [room.calls.two] });
          await doctor.assay.reviews.submit(task, overriding(room.calls.two, 100, { evaluator: "binary" }));
          await allEnded(context, id, 6);
          expect(
            told(receiver).map(({ event, data }) => [event, data["direction"] ?? data["value"]]),
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
