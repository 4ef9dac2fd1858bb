// Human review from end to end: an evaluation sends its low scores to two nurses and a doctor. Each of them
// reviews blind, the doctor overrides a score, and the program measures how well the three agree.
//
//   ASSAY_BASE_URL=… ASSAY_API_KEY=… node examples/dist/human-review.mjs
//
// The key creates reviewers and their keys, so it needs every scope.
import { Assay, type CreateReviewer, type Reliability } from "@assay/sdk";
import "./exit-on-error.ts";

/**
 * The calls. Each has a text, the expected level, the level that the system assigned, and the grades of the
 * three reviewers.
 */
const calls = [
  ["Crushing chest pain, sweating.", "emergent", "urgent", ["too_low", "too_low", "too_low"]],
  ["Face droops on one side since an hour.", "emergent", "semi_urgent", ["too_low", "too_low", "too_low"]],
  ["Sprained ankle, can walk on it.", "routine", "urgent", ["too_high", "too_high", "right"]],
  ["Fever of 38.2 for a day, drinks well.", "semi_urgent", "emergent", ["too_high", "too_high", "too_high"]],
  ["Severe headache, the worst ever.", "emergent", "routine", ["too_low", "too_low", "too_low"]],
  ["Repeat prescription wanted.", "routine", "routine", []],
] as const;

const admin = new Assay(); // ASSAY_API_KEY, ASSAY_BASE_URL
const baseUrl = process.env["ASSAY_BASE_URL"];

const project = await admin.projects.create({ name: "Human review" });
const dataset = await admin.datasets.create({ name: "Six calls", project: project.id });
await admin.datasets.importFile(
  dataset.id,
  calls.map(([text, expected, answered], index) => ({
    id: `call-${index}`,
    input: { text },
    expected: { triage_level: expected },
    output: { triage_level: answered },
  })),
);

const rubric = await admin.reviews.rubrics.create({
  name: "Was the level right?",
  project: project.id,
  dimensions: [
    {
      id: "level",
      name: "The level that was answered is",
      type: "categorical",
      options: [
        { value: "too_low", label: "too low", safety_flag: true },
        { value: "right", label: "right" },
        { value: "too_high", label: "too high" },
      ],
    },
  ],
});

/** Creates a reviewer, and a client that uses the reviewer's key. */
async function reviewerWithKey(body: CreateReviewer) {
  const reviewer = await admin.reviews.reviewers.create(body);
  const { secret } = await admin.apiKeys.create({
    name: `Key of ${body.name}`,
    preset: "reviewer",
    reviewer: reviewer.id,
  });
  return { reviewer, assay: new Assay({ apiKey: secret, baseUrl }) };
}

/** A specialty that no other reviewer on this server has. */
const specialty = "telephone_triage";
const team = [
  await reviewerWithKey({ name: "Nurse Ines", credentials: ["RN"], specialty, projects: [project.id] }),
  await reviewerWithKey({ name: "Nurse Jon", credentials: ["NP"], specialty, projects: [project.id] }),
  await reviewerWithKey({ name: "Dr Ada Moreau", credentials: ["MD"], specialty, projects: [project.id] }),
];

const { id } = await admin.evaluations.create({
  name: "Six calls",
  project: project.id,
  dataset: dataset.id,
  evaluators: [{ type: "triage_accuracy" }],
  routing: {
    score_below: 70,
    rubric: rubric.id,
    assignment: { mode: "auto", specialty },
    reviews_required: team.length,
    priority: "high",
  },
});
const before = await admin.evaluations.wait(id);
console.log(`Automated score: ${before.results?.aggregate_score?.toFixed(1)}`);

/** Returns a reviewer's grade for a call, which is found by its text. */
function opinion(who: number, text: unknown): string {
  const call = calls.find(
    ([callText]) => typeof text === "object" && text !== null && "text" in text && callText === text.text,
  );
  return call?.[3][who] ?? "right";
}

for (const [who, { reviewer, assay }] of team.entries()) {
  const queue = await assay.reviews.queue();
  console.log(`${reviewer.name} has ${queue.total_pending} samples to review, blind.`);
  for (const { task_id: task, sample_id: sample } of queue.items) {
    const { input } = await assay.samples.get(sample);
    const level = opinion(who, input);
    // The doctor finds nothing wrong with the ankle, so this sample's score becomes 100.
    const override = level === "right" ? { override_ai_score: true, override_value: 100 } : {};
    await assay.reviews.submit(task, { sample, grades: { level: { value: level } }, ...override });
  }
}

const after = await admin.evaluations.get(id);
console.log(`After review: ${after.results?.aggregate_score?.toFixed(1)}`);
for await (const review of admin.reviews.list({ project: project.id, has_override: true })) {
  const { name, credentials } = review.reviewer;
  console.log(
    `Overridden by ${name} (${credentials.join(", ")}): ${review.original_ai_score?.toFixed(1)} → ${review.override_value}`,
  );
}

const agreement = await admin.reviews.reliability({ project: project.id, dimension: "level" });
for (const line of reportOf(agreement)) console.log(line);

function reportOf(report: Reliability): string[] {
  const interval = report.ci95.fleiss_kappa;
  return [
    `Agreement of ${report.reviewer_count} reviewers on ${report.n_samples} samples (${report.review_count} grades):`,
    `  percent agreement ${report.percent_agreement?.toFixed(1)}, unanimous on ${report.percent_agreement_all?.toFixed(1)} % of the samples`,
    `  Fleiss' kappa ${report.fleiss_kappa?.toFixed(3)} ${interval ? `[${interval.map((bound) => bound.toFixed(2)).join(", ")}]` : "(no interval)"}`,
    `  Krippendorff's alpha ${report.krippendorff_alpha?.toFixed(3)}, Gwet's AC1 ${report.gwet_ac1?.toFixed(3)}`,
    `  ${report.interpretation ?? "no interpretation"} by ${report.interpretation_of}`,
    ...Object.entries(report.by_category).map(
      ([category, { agreement: share, numerator, denominator }]) =>
        `  ${category}: ${numerator}/${denominator}${share === null ? "" : ` = ${share.toFixed(2)}`}`,
    ),
  ];
}
