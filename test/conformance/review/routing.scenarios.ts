import type { CreateEvaluation, ReviewTask } from "@assay/sdk";
import { expect } from "vitest";
import { all, answered, binary, evaluated, filledDataset, nightly } from "../harness/arrange.ts";
import { newReviewer, newRubric } from "../harness/arrange-reviews.ts";
import type { Context } from "../harness/context.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

type Routing = Omit<NonNullable<CreateEvaluation["routing"]>, "rubric">;

/**
 * Six calls. By triage_accuracy, call-0 and call-5 score 100. call-2 and call-3 are one level too high and
 * score 100·(1 − 1/3) = 66.7. call-1 and call-4 are two levels too low at double weight, so they score 0 and
 * are flagged. By `binary`, these four calls score 0.
 */
const six = answered("ureeru");
const both: CreateEvaluation["evaluators"] = [{ type: "triage_accuracy" }, binary];

/** Creates a dataset with the six calls, and a rubric to review them. */
export async function createRoutingSetup(context: Context) {
  const { dataset, samples } = await filledDataset(context, six);
  const rubric = (await newRubric(context, dataset.project)).id;
  const nameOf = new Map(samples.map(({ id, external_id: name }) => [id, name]));
  return { dataset, samples, rubric, nameOf };
}

type RoutingSetup = Awaited<ReturnType<typeof createRoutingSetup>>;

const route = (
  context: Context,
  { dataset, rubric }: RoutingSetup,
  { routing, ...further }: { routing: Routing } & Partial<Omit<CreateEvaluation, "routing">>,
) => evaluated(context, dataset, { ...further, routing: { ...routing, rubric } });

/** Returns all tasks in order of creation. */
const tasksOf = async ({ assay }: Context): Promise<ReviewTask[]> =>
  (await all(assay.reviews.tasks.list({ limit: 100 }))).toReversed();

const namesOf = ({ nameOf }: RoutingSetup, tasks: readonly ReviewTask[]) =>
  tasks.map(({ samples }) => samples.map((id) => nameOf.get(id)).join("+"));

/** Scenarios for evaluations that route samples to reviewers. */
export const routingScenarios = [
  engineScenario(
    "createEvaluation",
    201,
    "creates a task for each sample below a score on completion, the worst first",
    async (context) => {
      const setup = await createRoutingSetup(context);
      const evaluation = await route(context, setup, { routing: { score_below: 70, due_in_hours: 1.5 } });
      const tasks = await tasksOf(context);
      expect(namesOf(setup, tasks)).toEqual(["call-1", "call-4", "call-2", "call-3"]);
      const completedAt = String(evaluation.completed_at);
      for (const task of tasks) {
        expect(task).toMatchObject({
          project: setup.dataset.project,
          rubric: setup.rubric,
          evaluation: evaluation.id,
          evaluator: null,
          status: "pending",
          priority: "normal",
          assignment: { mode: "pool", reviewer_id: null, required_credentials: [], specialty: null },
          reviews_required: 1,
          blind: false,
          created_at: completedAt,
          due_at: new Date(Date.parse(completedAt) + 90 * 60_000).toISOString(),
          metadata: {},
        });
      }
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "routes by score, flag and evaluator, up to the requested number",
    async (context) => {
      const cases: [Routing, string[]][] = [
        [{ flagged: true }, ["call-1", "call-4"]],
        [{ score_below: 0.1, flagged: true }, ["call-1", "call-4"]],
        [{ score_below: 66 }, ["call-1", "call-4", "call-2", "call-3"]],
        [{ score_below: 70, flagged: true, max_samples: 3 }, ["call-1", "call-4", "call-2"]],
        // call-2 and call-3 score (66.7 + 0) / 2 combined and 66.7 by triage_accuracy; the lowest of their
        // scores is 0.
        [{ score_below: 50 }, ["call-1", "call-4", "call-2", "call-3"]],
        [{ score_below: 50, evaluators: ["triage_accuracy"] }, ["call-1", "call-4"]],
        [{ score_below: 50, evaluators: ["binary"] }, ["call-1", "call-4", "call-2", "call-3"]],
        [
          { score_below: 50, evaluators: ["binary", "triage_accuracy"], max_samples: 3 },
          ["call-1", "call-4", "call-2"],
        ],
      ];
      for (const [routing, expected] of cases) {
        const other = await context.otherWorkspace();
        const workspace = { ...context, assay: other.assay };
        const setup = await createRoutingSetup(workspace);
        await route(workspace, setup, { routing, evaluators: both });
        expect(namesOf(setup, await tasksOf(workspace))).toEqual(expected);
      }
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "assigns routed samples to reviewers immediately, in nearly equal parts",
    async (context) => {
      const setup = await createRoutingSetup(context);
      const [ada, ben] = [await newReviewer(context), await newReviewer(context)];
      await newReviewer(context, { credentials: ["RN"] });
      await route(context, setup, {
        routing: {
          score_below: 70,
          priority: "urgent",
          assignment: { mode: "auto", required_credentials: ["MD"] },
        },
      });
      const tasks = await tasksOf(context);
      expect(tasks.map(({ assignee, status, priority }) => [assignee?.id, status, priority])).toEqual([
        [ada.id, "assigned", "urgent"],
        [ben.id, "assigned", "urgent"],
        [ada.id, "assigned", "urgent"],
        [ben.id, "assigned", "urgent"],
      ]);
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "creates blind tasks if several reviews are required; tasks without a qualified reviewer wait",
    async (context) => {
      const { assay } = context;
      const setup = await createRoutingSetup(context);
      const { id: reviewer_id } = await newReviewer(context, { available: false });
      await route(context, setup, {
        routing: { flagged: true, reviews_required: 2, assignment: { mode: "manual", reviewer_id } },
      });
      const waiting = await tasksOf(context);
      expect(waiting).toHaveLength(2);
      for (const task of waiting)
        expect(task).toMatchObject({
          reviews_required: 2,
          blind: true,
          status: "pending",
          unassigned_reason: "no_matching_reviewer",
          assignment: { mode: "manual", reviewer_id },
        });
      await assay.reviews.reviewers.update(reviewer_id, { available: true });
      for (const task of await tasksOf(context)) expect(task.assignee?.id).toBe(reviewer_id);
    },
  ),
  scenario("getEvaluation", 200, "returns its routing with the defaults", async (context) => {
    const setup = await createRoutingSetup(context);
    const { id } = await route(context, setup, { routing: { score_below: 5 } });
    const { routing } = await context.assay.evaluations.get(id);
    expect(routing).toEqual({
      score_below: 5,
      flagged: false,
      evaluators: null,
      rubric: setup.rubric,
      priority: "normal",
      assignment: { mode: "pool", reviewer_id: null, required_credentials: [], specialty: null },
      reviews_required: 1,
      max_samples: 1000,
      due_in_hours: null,
      shown_metadata: null,
      shown_fields: null,
      reveal: "after_submit",
    });
    expect((await evaluated(context, setup.dataset)).routing).toBeNull();
  }),
  scenario(
    "createEvaluation",
    201,
    "routes again for another evaluation of the same samples",
    async (context) => {
      const setup = await createRoutingSetup(context);
      await route(context, setup, { routing: { flagged: true } });
      await route(context, setup, { routing: { flagged: true } });
      expect(namesOf(setup, await tasksOf(context))).toEqual(["call-1", "call-4", "call-1", "call-4"]);
    },
  ),
  scenario(
    "cancelEvaluation",
    200,
    "routes no sample of a cancelled or failed evaluation",
    async (context) => {
      const { assay, target } = context;
      const setup = await createRoutingSetup(context);
      const routing = { score_below: 100, flagged: true, rubric: setup.rubric };
      await target.hold();
      const { id } = await assay.evaluations.create({ ...nightly(setup.dataset), routing });
      await assay.evaluations.cancel(id);
      target.resume();
      // The samples' levels are not on this scale, so all of them fail with an error.
      const config = { levels: ["now", "later"] };
      const failed = await evaluated(context, setup.dataset, {
        evaluators: [{ type: "triage_accuracy", config }],
        routing,
      });
      expect(failed.status).toBe("failed");
      expect(await tasksOf(context)).toEqual([]);
    },
  ),
];
