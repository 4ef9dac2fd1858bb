import { weighEvaluators } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { describe, expect, test } from "vitest";
import { insertGuidelineSet } from "../evaluators/guideline-set-queries.ts";
import { engines, useJobLab } from "../../platform/jobs/job-lab.fixture.ts";
import { EvaluationLab } from "./evaluation-lab.fixture.ts";

const compliance = (guideline_set: string) => ({
  type: "guideline_compliance" as const,
  name: undefined,
  config: { guideline_set, required_questions: ["allergies"], scoring_mode: undefined },
  weight: undefined,
});

const question = (id: string) => ({ id, text: null, synonyms: [], weight: 1 });

async function storeSet(lab: EvaluationLab, name: string, questions: string[]): Promise<void> {
  await insertGuidelineSet(lab.jobs.database.knex, {
    workspace_id: lab.jobs.workspaceId,
    id: lab.deps.newId(),
    name,
    questions: questions.map(question),
    required_actions: [],
    forbidden_actions: [],
    created_at: lab.jobs.instant,
  });
}

describe.each(engines)("an evaluation's settings on %s", (engine) => {
  const theLab = useJobLab(engine);

  test("are kept with the guideline set as it was, whatever becomes of the set before a worker comes", async () => {
    const lab = await EvaluationLab.open(theLab());
    await lab.addSamples([{ output: { questions_asked: ["onset"] } }]);
    await storeSet(lab, "line", ["onset"]);
    const evaluators = [compliance("line")];
    const { id, resolved, ...created } = await lab.create({ evaluators });
    await lab.jobs.database.knex("guideline_sets").where({ name: "line" }).delete();
    await storeSet(lab, "line", ["severity"]);
    await lab.work();
    // onset of onset and allergies: 50. Of severity and allergies nothing was asked.
    expect((await lab.results(id)).map(({ score }) => score)).toEqual([50]);
    const stored = await lab.read(id);
    expect(stored).toMatchObject({ status: "completed", results: { aggregate_score: 50 } });
    expect(stored.evaluators).toEqual(weighEvaluators(evaluators));
    expect(stored.resolved).toEqual(resolved);
    expect(resolved).toEqual([
      {
        type: "guideline_compliance",
        config: {
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
    // The same request now names another set: other conditions, though nothing in it changed.
    const again = await lab.create({ evaluators });
    expect(again.evaluators).toEqual(created.evaluators);
    expect(again.manifest_hash.equals(created.manifest_hash)).toBe(false);
  });
});
