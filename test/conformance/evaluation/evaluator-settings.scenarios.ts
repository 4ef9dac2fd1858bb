import {
  guidelineSetUnknown,
  protocolsUnknown,
} from "@assay/contract/evaluation/guideline-sets/guideline-set-refusals";
import { builtInGuidelineSets } from "@assay/contract/domain";
import type { CreateEvaluation } from "@assay/sdk";
import { filledDataset, nightly } from "../harness/arrange.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { nurseLine } from "./guideline-sets.scenarios.ts";
import { scenario } from "../harness/scenario.ts";

type Evaluators = CreateEvaluation["evaluators"];

/** Scenarios for invalid evaluator settings. */
export const evaluatorSettingScenarios = [
  scenario("createEvaluation", 422, "lists the known protocols for each unknown one", async (context) => {
    const { dataset } = await filledDataset(context);
    const create = (evaluators: Evaluators) =>
      context.assay.evaluations.create({ ...nightly(dataset), evaluators });
    const at = (index: number, name: string) => ({ name, path: `/evaluators/1/config/protocols/${index}` });
    const known = [
      ..."chest_pain stroke sepsis head_injury pregnancy suicide_risk paediatric_fever".split(" "),
      ..."anaphylaxis back_pain headache".split(" "),
    ];
    const config = { protocols: ["toothache", "stroke", "general"] };
    await expectRejected(
      create([{ type: "triage_accuracy" }, { type: "red_flag_detection", config }]),
      protocolsUnknown([at(0, "toothache"), at(2, "general")], known),
    );
  }),
  scenario("createEvaluation", 422, "refuses a guideline set of another workspace", async (context) => {
    const { dataset } = await filledDataset(context);
    await (await context.otherWorkspace()).assay.guidelineSets.create(nurseLine);
    const config = { guideline_set: "nurse_line" };
    const evaluators: Evaluators = [{ type: "guideline_compliance", config }];
    await expectRejected(
      context.assay.evaluations.create({ ...nightly(dataset), evaluators }),
      guidelineSetUnknown("nurse_line", builtInGuidelineSets, "/evaluators/0/config/guideline_set"),
    );
  }),
  scenario("createEvaluation", 400, "names the faults in the settings of each evaluator", async (context) => {
    const { dataset } = await filledDataset(context);
    const evaluators = [
      { type: "red_flag_detection", config: { min_confidence: 50, protocols: [""] } },
      { type: "guideline_compliance", config: { scoring_mode: "lenient" } },
      { type: "symptom_extraction", config: { min_recall: -0.1, negation: true } },
    ];
    const known =
      "taxonomy, require_negation_handling, min_recall, aliases, output_path, expected_path, missing_output";
    expectFaults(
      await context.request("POST", "/v1/evaluations", { body: { ...nightly(dataset), evaluators } }),
      [
        "/evaluators/0/config/protocols/0",
        "too_small",
        'protocols[0] is ""; it must have at least 1 character.',
      ],
      ["/evaluators/0/config/min_confidence", "too_big", "min_confidence is 50; it must be at most 1."],
      [
        "/evaluators/1/config/scoring_mode",
        "invalid_value",
        `scoring_mode is "lenient"; it must be one of proportional, weighted, strict.`,
      ],
      ["/evaluators/2/config/min_recall", "too_small", "min_recall is -0.1; it must be at least 0."],
      [
        "/evaluators/2/config/negation",
        "unknown_field",
        `negation is not a field that this object accepts; accepted: ${known}.`,
      ],
    );
  }),
];
