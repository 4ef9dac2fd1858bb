import { weighEvaluators } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { describe, expect, test } from "vitest";
import { insertGuidelineSet } from "../evaluators/guideline-set-queries.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { evaluator } from "./harness-samples.fixture.ts";

const compliance = (guideline_set: string) =>
  evaluator({
    type: "guideline_compliance",
    config: { guideline_set, required_questions: ["allergies"] },
  });

const question = (id: string) => ({ id, text: null, synonyms: [], weight: 1 });

async function storeSet(harness: EvaluationHarness, name: string, questions: string[]): Promise<void> {
  await insertGuidelineSet(harness.jobs.database.knex, {
    workspace_id: harness.jobs.workspaceId,
    id: harness.deps.newId(),
    name,
    questions: questions.map(question),
    required_actions: [],
    forbidden_actions: [],
    created_at: harness.jobs.instant,
  });
}

describe.each(engines)("an evaluation's settings on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  test("use the guideline set at creation, even if the set changes before a worker starts", async () => {
    const harness = await EvaluationHarness.open(theHarness());
    await harness.addSamples([{ output: { questions_asked: ["onset"] } }]);
    await storeSet(harness, "line", ["onset"]);
    const evaluators = [compliance("line")];
    const { id, resolved, ...created } = await harness.create({ evaluators });
    await harness.jobs.database.knex("guideline_sets").where({ name: "line" }).delete();
    await storeSet(harness, "line", ["severity"]);
    await harness.work();
    // When the evaluation was created, the guideline set required onset and allergies. The sample covers only
    // onset, so it scores 50. The changed set would require severity and allergies instead.
    expect((await harness.results(id)).map(({ score }) => score)).toEqual([50]);
    const stored = await harness.read(id);
    expect(stored).toMatchObject({ status: "completed", results: { aggregate_score: 50 } });
    expect(stored.evaluators).toEqual(weighEvaluators(evaluators));
    expect(stored.resolved).toEqual(resolved);
    expect(resolved).toEqual([
      {
        type: "guideline_compliance",
        config: {
          missing_output: "fail",
          scoring_mode: "proportional",
          guideline_set: {
            name: "line",
            questions: [question("onset"), question("allergies")],
            required_actions: [],
            forbidden_actions: [],
          },
        },
      },
    ]);
    // The same request now refers to another guideline set, so the conditions of the evaluation differ.
    const again = await harness.create({ evaluators });
    expect(again.evaluators).toEqual(created.evaluators);
    expect(again.manifest_hash.equals(created.manifest_hash)).toBe(false);
  });
});
