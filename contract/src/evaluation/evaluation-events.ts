// The payloads of webhook events for evaluations, scores and exports.
import * as z from "zod";
import { idOf, longText, nameText } from "../platform/common.ts";
import { type EventsOf, orNull, strictCopy } from "../platform/event-types.ts";
import { exampleIds } from "../platform/example-values.ts";
import { evaluationProgress } from "./evaluations/evaluation-object.ts";
import { exportRecord } from "./exports/exports.ts";

const points = (description: string) => z.number().min(0).max(100).meta({ description });

/** An example of a threshold crossing. */
export const exampleCrossing = {
  project: exampleIds.project,
  evaluation: exampleIds.candidate,
  evaluator: "triage_accuracy",
  score: 78.5,
  threshold: 80,
  direction: "below" as const,
  previous_score: 84.25,
  change: -5.75,
};

const thresholdCrossed = z
  .strictObject({
    project: idOf("project"),
    evaluation: idOf("evaluation"),
    evaluator: nameText("Key of the evaluator."),
    score: points("Mean score in the evaluation (0 to 100)."),
    threshold: points("The threshold in `config.thresholds` that the score crossed (0 to 100)."),
    direction: z.enum(["below", "above"]).meta({
      description:
        "`below`: the score fell below the threshold. `above`: the score is no longer below the threshold.",
    }),
    previous_score: orNull(points("The previous score; null for the first score.")),
    change: z.number().min(-100).max(100).nullable().meta({
      description: "Difference from `previous_score` to `score` in points; null for the first score.",
    }),
  })
  .meta({
    id: "ThresholdCrossedData",
    description: "A score that crossed a threshold in the webhook's `config.thresholds`.",
    examples: [exampleCrossing],
  });

const evaluationEnded = z
  .strictObject({
    evaluation: idOf("evaluation"),
    name: nameText("Name of the evaluation."),
    project: idOf("project"),
    dataset: idOf("dataset"),
    model: idOf("model")
      .nullable()
      .meta({ description: "Id of the model; null if the evaluation has none." }),
    status: z
      .enum(["completed", "failed", "cancelled"])
      .meta({ description: "Final state of the evaluation, as in `event`." }),
    progress: evaluationProgress,
    aggregate_score: orNull(points("The combined score (0 to 100); null unless completed.")),
    error: orNull(longText("Reason for the failure; null unless failed.")),
  })
  .meta({
    id: "EvaluationEndedData",
    description: "An evaluation that has completed, failed or been cancelled.",
    examples: [
      {
        evaluation: exampleIds.evaluation,
        name: "Nightly, triage-assistant 2026-02-11",
        project: exampleIds.project,
        dataset: exampleIds.dataset,
        model: exampleIds.model,
        status: "completed" as const,
        progress: { total: 64, completed: 64, failed: 0 },
        aggregate_score: 84.25,
        error: null,
      },
    ],
  });

/** The payload for each event kind in this module. */
export const evaluationEvents = {
  "score.threshold_crossed": thresholdCrossed,
  "evaluation.completed": evaluationEnded,
  "evaluation.failed": evaluationEnded,
  "evaluation.cancelled": evaluationEnded,
  "export.completed": strictCopy(exportRecord),
};

/** An event about an evaluation, a score or an export. */
export type EvaluationEvent = EventsOf<typeof evaluationEvents>;
