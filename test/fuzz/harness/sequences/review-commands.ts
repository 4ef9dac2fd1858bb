import { type CommandTemplate, makes, via } from "./command-template.ts";

const task = "/v1/reviews/tasks/{task}";
const [byFirst, bySecond] = [{ caller: "reviewer 0" }, { caller: "reviewer 1" }] as const;
const grades = { accuracy: { value: "$grade" } };

const dimensions = [
  {
    id: "accuracy",
    name: "Was the level right?",
    type: "categorical",
    options: [
      { value: "correct", label: "Right" },
      { value: "too_low", label: "Too low", score_impact: -50, safety_flag: true },
    ],
  },
];

/** Templates for the commands that create the initial objects of a sequence. */
export const newRubric = via.post(
  "/v1/reviews/rubrics",
  { name: "$name", project: "{project}", dimensions },
  makes("rubric"),
);
export const newReviewer = via.post(
  "/v1/reviews/reviewers",
  { name: "$name", credentials: ["MD"] },
  makes("reviewer"),
);

/** Commands for rubrics, reviewers, tasks, reviews and overrides. */
export const reviewCommands: readonly CommandTemplate[] = [
  newRubric,
  via.get("/v1/reviews/rubrics?project={project}"),
  via.get("/v1/reviews/rubrics/{rubric}"),
  newReviewer,
  via.get("/v1/reviews/reviewers"),
  via.get("/v1/reviews/reviewers/{reviewer}"),
  via.patch("/v1/reviews/reviewers/{reviewer}", { available: "$flag" }),
  via.get("/v1/reviews/reviewers/{reviewer}/statistics"),
  via.post(
    "/v1/reviews/tasks",
    {
      project: "{project}",
      samples: ["{sample}"],
      rubric: "{rubric}",
      reviews_required: "$count",
      blind: "$flag",
    },
    makes("task"),
  ),
  via.post(
    "/v1/reviews/tasks",
    {
      project: "{project}",
      samples: ["{sample}", "{sample}"],
      rubric: "{rubric}",
      evaluation: "{evaluation}",
      assignment: { mode: "auto", required_credentials: ["MD"] },
    },
    makes("task"),
  ),
  via.get("/v1/reviews/tasks"),
  via.get(task),
  via.post(`${task}/claim`, undefined, byFirst),
  via.post(`${task}/claim`, undefined, bySecond),
  via.post(`${task}/release`, undefined, byFirst),
  via.post(`${task}/cancel`),
  via.post(`${task}/reassign`, { reviewer_id: "{reviewer}" }),
  via.post(`${task}/reviews`, { sample: "{sample}", grades }, { ...byFirst, ...makes("review") }),
  via.post(
    `${task}/reviews`,
    {
      sample: "{sample}",
      grades,
      evaluator: "triage_accuracy",
      override_ai_score: "$flag",
      override_value: "$value",
    },
    { ...bySecond, ...makes("review") },
  ),
  via.get("/v1/reviews"),
  via.get("/v1/reviews/{review}"),
  via.get("/v1/reviews/revisions/{review}"),
  via.get("/v1/reviews/queue", byFirst),
  via.post("/v1/reviews/reliability", { project: "{project}", dimension: "accuracy" }),
];
