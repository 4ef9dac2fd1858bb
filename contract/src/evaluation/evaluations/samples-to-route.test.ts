import { expect, test } from "vitest";
import { scoredOutcome } from "../../domain/evaluators/scored-outcome.fixture.ts";
import type { Routing } from "../routing/evaluation-routing.ts";
import { samplesToRoute } from "./samples-to-route.ts";

const sampleOf = (id: string, scores: readonly number[]) => ({
  sample: { id, externalId: null, clusterId: null, expected: null },
  output: null,
  outcomes: scores.map(scoredOutcome),
});
const evaluation = {
  evaluators: [
    { type: "triage_accuracy", weight: 1 },
    { type: "symptom_extraction", weight: 1 },
  ],
  evaluated: [sampleOf("a", [60, 60]), sampleOf("b", [100, 10]), sampleOf("c", [90, 90])],
} as const;
const routing: Routing = {
  score_below: 70,
  flagged: false,
  evaluators: null,
  rubric: "rub_1",
  priority: "normal",
  assignment: { mode: "auto", reviewer_id: null, required_credentials: [], specialty: null },
  reviews_required: 1,
  max_samples: 10,
  due_in_hours: null,
  shown_metadata: null,
  shown_fields: null,
  reveal: "after_submit",
};

test("samples below the limit are routed, worst first", () => {
  expect(samplesToRoute(evaluation, routing)).toEqual(["b", "a"]);
});

test("if the routing rule names evaluators, only their scores apply", () => {
  expect(samplesToRoute(evaluation, { ...routing, evaluators: ["triage_accuracy"] })).toEqual(["a"]);
});
