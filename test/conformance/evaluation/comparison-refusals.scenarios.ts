import {
  evaluationNotCompleted,
  evaluationsNotTwo,
  metricNotShared,
  notComparable,
} from "@assay/contract/evaluation/comparison/comparison-refusals";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import {
  absent,
  answered,
  binary,
  evaluated,
  filledDataset,
  level,
  newDataset,
  newProject,
} from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const compare = ({ request }: Context, body: unknown) => request("POST", "/v1/evaluations/compare", { body });

/** Scenarios for evaluations that cannot be compared. */
export const comparisonRefusalScenarios = [
  scenario("compareEvaluations", 400, "requires two different evaluations", async (context) => {
    const { evaluations } = context.assay;
    const [a, b] = [absent.evaluation, `${absent.evaluation.slice(0, -1)}b`];
    await expectRejected(evaluations.compare({ evaluations: [a, a] }), evaluationsNotTwo([a], true));
    await expectRejected(
      evaluations.compare({ evaluations: [a, a], baseline: b }),
      evaluationsNotTwo([a, b], true),
    );
    await expectRejected(evaluations.compare({ evaluations: [a] }), evaluationsNotTwo([a], false));
    await expectRejected(
      evaluations.compare({ evaluations: [a], baseline: a }),
      evaluationsNotTwo([a], false),
    );
    await expectRejected(
      evaluations.compare({ evaluations: [a, b], baseline: absent.project }),
      evaluationsNotTwo([a, b, absent.project], false),
    );
    expectFaults(await compare(context, { evaluations: ["a", "b", "c"] }), [
      "/evaluations",
      "too_big",
      'evaluations is ["a","b","c"]; it must have at most 2 items. Compare several candidates with POST /v1/evaluations/compare/candidates.',
    ]);
  }),
  scenario("compareEvaluations", 400, "names each faulty field", async (context) => {
    const body = { evaluations: [], metrics: [], equivalence_margin: 101, alpha: 0.1 };
    expectFaults(
      await compare(context, body),
      ["/evaluations", "too_small", "evaluations is []; it must have at least 1 item."],
      ["/metrics", "too_small", "metrics is []; it must have at least 1 item."],
      ["/equivalence_margin", "too_big", "equivalence_margin is 101; it must be at most 100."],
      [
        "/alpha",
        "unknown_field",
        "alpha is not a field that this object accepts; accepted: evaluations, baseline, metrics, equivalence_margin.",
      ],
    );
  }),
  scenario("compareEvaluations", 409, "requires two completed evaluations", async (context) => {
    const { dataset } = await filledDataset(context, answered("uu"));
    const completed = await evaluated(context, dataset);
    const { dataset: unanswered } = await filledDataset(context, [{ input: 1, expected: level("urgent") }]);
    const failed = await evaluated(context, unanswered);
    const evaluations = [completed.id, failed.id];
    const call = context.assay.evaluations.compare({ evaluations, metrics: ["none"] });
    await expectRejected(call, evaluationNotCompleted(failed.id, "failed"));
  }),
  scenario("compareEvaluations", 422, "names the unknown evaluation and its path", async (context) => {
    const { dataset } = await filledDataset(context, answered("uu"));
    const { id } = await evaluated(context, dataset);
    const other = await context.otherWorkspace();
    const compareWith = (assay: Context["assay"], body: { evaluations: string[]; baseline?: string }) =>
      assay.evaluations.compare(body);
    const gone = (path: string, wanted: string) => referenceNotFound("evaluation", wanted, path);
    await expectRejected(
      compareWith(context.assay, { evaluations: [id, absent.evaluation] }),
      gone("/evaluations/1", absent.evaluation),
    );
    await expectRejected(
      compareWith(context.assay, { evaluations: [id], baseline: "nonsense" }),
      gone("/baseline", "nonsense"),
    );
    await expectRejected(
      compareWith(other.assay, { evaluations: [id, absent.evaluation] }),
      gone("/evaluations/0", id),
    );
    const elsewhere = await newProject(context);
    const restricted = context.client(await context.newKey({ preset: "admin", projects: [elsewhere.id] }));
    await expectRejected(
      compareWith(restricted, { evaluations: [absent.evaluation, id], baseline: id }),
      gone("/evaluations/1", id),
    );
  }),
  scenario(
    "compareEvaluations",
    422,
    "names the metrics that are not in both evaluations",
    async (context) => {
      const { dataset } = await filledDataset(context, answered("uu"));
      const one = await evaluated(context, dataset);
      const two = await evaluated(context, dataset, { evaluators: [{ type: "triage_accuracy" }, binary] });
      const metrics = ["triage_accuracy", "binary", "sentiment"];
      await expectRejected(
        context.assay.evaluations.compare({ evaluations: [one.id, two.id], metrics }),
        metricNotShared(metrics, ["binary", "sentiment"], ["triage_accuracy"]),
      );
    },
  ),
  scenario("compareEvaluations", 422, "refuses evaluations without common cases", async (context) => {
    const { dataset } = await filledDataset(context, answered("uu"));
    const others = await newDataset(context);
    const samples = answered("uu").map((sample) => ({ ...sample, input: "another" }));
    await context.assay.samples.create(others.id, { samples: samples.slice(0, 1) });
    const one = await evaluated(context, dataset);
    const two = await evaluated(context, others);
    await expectRejected(
      context.assay.evaluations.compare({ evaluations: [one.id, two.id] }),
      notComparable({ baseline: one.id, candidate: two.id, caseChanged: 1, path: undefined }),
    );
  }),
];
