import { type CommandTemplate, makes, via } from "./command-template.ts";

const sample = {
  external_id: "$external",
  input: "$name",
  output: "$answer",
  expected: { triage_level: "$level" },
};
const dataset = "/v1/datasets/{dataset}";
const evaluation = "/v1/evaluations/{evaluation}";

/** Commands for datasets, samples, outputs and models. */
export const dataCommands: readonly CommandTemplate[] = [
  via.post("/v1/datasets", { name: "$name", project: "{project}" }, makes("dataset")),
  via.get("/v1/datasets?project={project}"),
  via.get(dataset),
  via.patch(dataset, { name: "$name", description: null }),
  via.delete(dataset),
  via.get(`${dataset}/versions`),
  via.post(
    `${dataset}/samples`,
    { samples: [sample, { input: 1, tags: ["$name"] }] },
    makes("sample", "data.*.id"),
  ),
  via.post(`${dataset}/samples/import?mode=$mode&on_error=$onError`, "$rows"),
  via.get(`${dataset}/samples?limit=$count`),
  via.get("/v1/samples/{sample}"),
  via.post(`${dataset}/outputs`, {
    model: "{model}",
    outputs: [{ external_id: "$external", output: "$answer" }],
  }),
  via.post(`${dataset}/outputs`, {
    model: "{model}",
    outputs: [
      { sample: "{sample}", run: 1, output: "$answer" },
      { sample: "{sample}", run: 2, output: "$answer" },
    ],
  }),
  via.post("/v1/models", { name: "$name", version: "$name" }, makes("model")),
  via.get("/v1/models"),
  via.get("/v1/models/{model}"),
];

/** Commands for evaluations and their comparison, guideline sets, scores and exports. */
export const evaluationCommands: readonly CommandTemplate[] = [
  via.post(
    "/v1/evaluations",
    {
      name: "$name",
      project: "{project}",
      dataset: "{dataset}",
      evaluators: [{ type: "triage_accuracy" }, { type: "symptom_extraction", config: { min_recall: 0.9 } }],
      run_async: false,
    },
    makes("evaluation"),
  ),
  via.post(
    "/v1/evaluations",
    {
      name: "$name",
      project: "{project}",
      dataset: "{dataset}",
      model: "{model}",
      evaluators: [{ type: "triage_accuracy" }],
      run_async: false,
    },
    makes("evaluation"),
  ),
  via.post(
    "/v1/evaluations",
    {
      name: "$name",
      project: "{project}",
      dataset: "{dataset}",
      model: "{model}",
      runs: 2,
      evaluators: [{ type: "triage_accuracy" }, { type: "red_flag_detection" }],
      run_async: false,
    },
    makes("evaluation"),
  ),
  via.get("/v1/evaluations?project={project}"),
  via.get(evaluation),
  via.get(`${evaluation}/results`),
  via.post(`${evaluation}/cancel`),
  via.post("/v1/evaluations/compare", { evaluations: ["{evaluation}", "{evaluation}"] }),
  via.post("/v1/evaluations/compare/candidates", {
    baseline: "{evaluation}",
    candidates: ["{evaluation}", "{evaluation}"],
  }),
  via.get("/v1/evaluations/compare/pairs?baseline={evaluation}&candidate={evaluation}"),
  via.post("/v1/custom_evaluator_secret/rotate", { grace_seconds: "$seconds" }),
  via.post("/v1/guideline_sets", {
    name: "$name",
    questions: [{ id: "onset", text: null, synonyms: [], weight: "$count" }],
    required_actions: [],
    forbidden_actions: [],
  }),
  via.get("/v1/guideline_sets"),
  via.get("/v1/scores/samples/{sample}"),
  via.get("/v1/scores/evaluations/{evaluation}"),
  via.get("/v1/scores/projects/{project}/metrics"),
  via.get("/v1/scores/projects/{project}/metrics?granularity=weekly&time_zone=America/St_Johns"),
  via.get("/v1/scores/trends?project={project}"),
  via.get("/v1/scores/trends?project={project}&pooled=true&period=1y&time_zone=Pacific/Auckland"),
  via.post("/v1/scores/threshold-analysis", {
    project: "{project}",
    thresholds: { triage_accuracy: { critical: 60, warning: 75, target: 90 } },
  }),
  via.post("/v1/scores/export", { project: "{project}", format: "csv" }, makes("export")),
  via.get("/v1/scores/exports"),
  via.get("/v1/scores/exports/{export}"),
];
