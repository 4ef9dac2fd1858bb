// A review task of the mock, for tests of `assay reviews`.
import { Assay } from "../../client/client.ts";
import { assay, mock } from "../run/run-fixture.ts";

/** Creates a task with two samples that a doctor can claim, and a command that uses the doctor's key. */
export async function arranged() {
  const admin = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const project = (await admin.projects.create({ name: "p" })).id;
  const dataset = await admin.datasets.create({ name: "d", project });
  const { data } = await admin.samples.create(dataset.id, {
    samples: ["urgent", "routine"].map((level) => ({
      input: { text: `A call that is ${level}.` },
      expected: { triage_level: "urgent" },
      output: { triage_level: level },
    })),
  });
  const rubric = await admin.reviews.rubrics.create({
    name: "Triage",
    project,
    dimensions: [
      {
        id: "level",
        name: "The level is",
        type: "categorical",
        options: [
          { value: 1, label: "right" },
          { value: 2, label: "wrong" },
        ],
      },
      { id: "clear", name: "Clear", type: "boolean" },
      { id: "tone", name: "Tone", type: "scale", min: 1, max: 5, required: false },
      {
        id: "missed",
        name: "Missed",
        type: "multi_select",
        required: false,
        options: [
          { value: "pain", label: "pain" },
          { value: "fever", label: "fever" },
        ],
      },
    ],
  });
  const evaluation = await admin.evaluations.create({
    name: "e",
    project,
    dataset: dataset.id,
    evaluators: [{ type: "triage_accuracy" }],
    run_async: false,
  });
  const reviewer = await admin.reviews.reviewers.create({ name: "Ada", credentials: ["MD"] });
  const { secret } = await admin.apiKeys.create({ name: "k", preset: "reviewer", reviewer: reviewer.id });
  const newTask = (further = {}) =>
    admin.reviews.tasks.create({
      project,
      samples: data.map(({ id }) => id),
      rubric: rubric.id,
      evaluation: evaluation.id,
      ...further,
    });
  const options = { env: { ASSAY_API_KEY: secret, ASSAY_BASE_URL: mock.baseUrl }, columns: 200 };
  const run = (...args: string[]) => assay(["reviews", ...args], options);
  return { admin, run, newTask, secret, samples: data.map(({ id }) => id) };
}
