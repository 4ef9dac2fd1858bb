import {
  asOfInFuture,
  datasetInOtherProject,
  noSamples,
} from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { evaluatorTypes } from "@assay/contract/domain";
import type { CreateEvaluation } from "@assay/sdk";
import { absent, filledDataset, newDataset, newProject, nightly } from "../harness/arrange.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

/** Scenarios for invalid new evaluations. */
export const evaluationRefusalScenarios = [
  scenario("createEvaluation", 400, "refuses as_of in the future", async (context) => {
    const { dataset } = await filledDataset(context);
    const call = context.assay.evaluations.create({ ...nightly(dataset), as_of: "2100-01-01T00:00:00Z" });
    await expectRejected(call, asOfInFuture("2100-01-01T00:00:00Z"));
  }),
  scenario("createEvaluation", 400, "names the faults of a combination of evaluators", async (context) => {
    const { dataset } = await filledDataset(context);
    const triage = { type: "triage_accuracy", weight: 0 };
    const evaluators = [
      triage,
      triage,
      ...["custom", "a", "a"].map((name) => Object.assign({ name }, triage)),
    ];
    const needsName =
      'A second evaluator of type "triage_accuracy" must have a distinct name, such as "triage_accuracy_2".';
    const isType = '"custom" is a type of evaluator; the name of an evaluator must not be an evaluator type.';
    expectFaults(
      await context.request("POST", "/v1/evaluations", { body: { ...nightly(dataset), evaluators } }),
      ["/evaluators/1/name", "invalid_value", needsName],
      ["/evaluators/2/name", "invalid_value", isType],
      ["/evaluators/4/name", "invalid_value", '"a" names two evaluators; each name must be unique.'],
      ["/evaluators", "invalid_value", "The weight of every evaluator is 0; at least one must be above 0."],
    );
  }),
  scenario(
    "createEvaluation",
    400,
    "names each fault in the settings of an evaluator with its path",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const send = (evaluators: unknown) =>
        context.request("POST", "/v1/evaluations", { body: { ...nightly(dataset), evaluators } });
      expectFaults(await send([]), [
        "/evaluators",
        "too_small",
        "evaluators is []; it must have at least 1 item.",
      ]);
      const config = {
        levels: ["emergent", "Emergent"],
        severity_weights: { under_triage: -1 },
        strict: true,
      };
      const known =
        "levels, severity_weights, require_expected, aliases, output_path, expected_path, missing_output";
      const weight = "/evaluators/0/config/severity_weights/under_triage";
      expectFaults(
        await send([{ type: "triage_accuracy", config }, { type: "sentiment" }]),
        [
          "/evaluators/0/config/levels/1",
          "invalid_value",
          'levels[1] is "Emergent"; it must differ from the earlier levels (case, apostrophes, spaces, underscores and dashes are ignored).',
        ],
        [weight, "too_small", "under_triage is -1; it must be at least 0."],
        [
          "/evaluators/0/config/strict",
          "unknown_field",
          `strict is not a field that this object accepts; accepted: ${known}.`,
        ],
        [
          "/evaluators/1/type",
          "invalid_value",
          `type is "sentiment"; it must be one of ${evaluatorTypes.join(", ")}.`,
        ],
      );
      const reserved = await send([{ type: "triage_accuracy", config: { levels: ["emergent", "errored"] } }]);
      const words = "no_answer, invalid_level, missing_output, errored, __proto__";
      const message = `levels[1] is "errored"; it must not be one of ${words}.`;
      expectFaults(reserved, ["/evaluators/0/config/levels/1", "invalid_value", message]);
    },
  ),
  scenario(
    "createEvaluation",
    422,
    "refuses a dataset without samples and a filter without matches",
    async (context) => {
      const { assay } = context;
      await expectRejected(assay.evaluations.create(nightly(await newDataset(context))), noSamples());
      const { dataset } = await filledDataset(context);
      for (const filter of [
        { tags_any: ["no"] },
        { ids: [absent.sample, "call-1"] },
        { metadata: { clinic: null } },
      ]) {
        await expectRejected(
          assay.evaluations.create({ ...nightly(dataset), sample_filter: filter }),
          noSamples(),
        );
      }
    },
  ),
  scenario("createEvaluation", 422, "names the unknown project, dataset or model", async (context) => {
    const { dataset } = await filledDataset(context);
    const other = await newProject(context);
    const create = (changed: Partial<CreateEvaluation>) =>
      context.assay.evaluations.create({ ...nightly(dataset), ...changed });
    for (const kind of ["project", "dataset", "model"] as const) {
      await expectRejected(
        create({ [kind]: absent[kind] }),
        referenceNotFound(kind, absent[kind], `/${kind}`),
      );
    }
    await expectRejected(create({ project: other.id }), datasetInOtherProject(dataset.id, dataset.project));
  }),
  scenario("createEvaluation", 422, "limits a restricted key to its projects", async (context) => {
    const { dataset } = await filledDataset(context);
    const mine = await newProject(context);
    const restricted = context.client(await context.newKey({ preset: "admin", projects: [mine.id] }));
    const call = restricted.evaluations.create({ ...nightly(dataset), project: mine.id });
    await expectRejected(call, referenceNotFound("dataset", dataset.id, "/dataset"));
  }),
];
