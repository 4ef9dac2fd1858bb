import type { Database } from "../../../server/src/platform/db/connection/connect.ts";
import { filledDataset, nightly } from "../../conformance/harness/arrange.ts";
import { newBot, call } from "../../conformance/harness/arrange-authorize.ts";
import { actingReviewer, keyOfLead } from "../../conformance/harness/arrange-reviews.ts";
import type { Context } from "../../conformance/harness/context.ts";
import { idsOf, spareIds } from "./example-ids.ts";

/** A workspace's ids: maps example ids to real ids. */
type Ids = ReadonlyMap<string, string>;
type Pair = readonly [example: string, real: string];

/** Creates objects for the ids that `arrangeExamples` does not cover. @returns the real id of each. */
export async function arrangeSpares(context: Context, ids: Ids, database: Database): Promise<Pair[]> {
  return [
    ...(await spareDatasets(context, ids)),
    ...(await waitingEvaluations(context, database)),
    ...(await reviewsAndTasks(context, ids)),
    ...(await deliveries(context, ids)),
    ...(await decisions(context)),
    ...(await approvals(context)),
  ];
}

/** Creates an object for each id, one after another. */
async function madeFor(
  ids: readonly string[],
  make: () => Promise<string | null | undefined>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const id of ids) {
    const made = await make();
    if (!made) throw new Error(`No object was created for ${id}.`);
    pairs.push([id, made]);
  }
  return pairs;
}

const real = (ids: Ids, kind: string): string => ids.get(idsOf(kind)[0] ?? "") ?? "";

const spareDatasets = ({ assay }: Context, ids: Ids): Promise<Pair[]> =>
  madeFor(spareIds.dataset, async () => {
    const { id } = await assay.datasets.create({ name: "Spare", project: real(ids, "project") });
    return id;
  });

/**
 * Creates evaluations whose jobs never become due, because a worker would complete a due evaluation before it
 * can be cancelled.
 */
async function waitingEvaluations(context: Context, { knex }: Database): Promise<Pair[]> {
  const { dataset } = await filledDataset(context);
  await context.target.hold();
  try {
    return await madeFor(spareIds.evaluation, async () => {
      const { id } = await context.assay.evaluations.create(nightly(dataset));
      await knex("jobs")
        .where({ state: "ready" })
        .whereLike("kind", "evaluation.%")
        .update({ run_at: knex.raw("now() + interval '1 year'") });
      return id;
    });
  } finally {
    context.target.resume();
  }
}

/** Creates tasks with open slots, reviewers for them, and samples that two reviewers have graded. */
async function reviewsAndTasks(context: Context, ids: Ids): Promise<Pair[]> {
  const { assay } = context;
  const [project, rubric] = [real(ids, "project"), real(ids, "rubric")];
  const { id: dataset } = await assay.datasets.create({ name: "Reviewed", project });
  const { data } = await assay.samples.create(dataset, { samples: [{ input: 1 }, { input: 2 }] });
  const samples = data.map(({ id }) => id);
  const newTask = () => assay.reviews.tasks.create({ project, samples, rubric, reviews_required: 2 });
  const raters = [await actingReviewer(context), await actingReviewer(context)];
  const { id: graded } = await newTask();
  const grades = { accuracy: { value: "correct" } };
  for (const rater of raters)
    for (const sample of samples) await rater.assay.reviews.submit(graded, { sample, grades });
  // The sample of the example can be adjudicated after a second review.
  await raters[0]?.assay.reviews.submit(real(ids, "task"), { sample: real(ids, "sample"), grades });
  const [settled = ""] = samples;
  const lead = context.client(await keyOfLead(context));
  return [
    ...(await madeFor(spareIds.task, async () => (await newTask()).id)),
    ...(await madeFor(spareIds.reviewer, async () => raters[0]?.id)),
    ...(await madeFor(idsOf("adjudication"), async () => {
      const { id } = await lead.reviews.adjudications.create({ task: graded, sample: settled, grades });
      return id;
    })),
  ];
}

const deliveries = ({ assay }: Context, ids: Ids): Promise<Pair[]> =>
  madeFor(idsOf("delivery"), async () => (await assay.webhooks.test(real(ids, "webhook"))).id);

const decisions = async (context: Context): Promise<Pair[]> => {
  await newBot(context, "spare-bot");
  const request = call({ agentId: "spare-bot", context: { cost: 0.5 } });
  return madeFor(idsOf("decision"), async () => (await context.assay.control.authorize(request)).decisionId);
};

/**
 * Creates approvals, half of them for requests of another key: a key can approve only the requests of other
 * keys, and withdraw only its own requests.
 */
const approvals = async (context: Context): Promise<Pair[]> => {
  await context.assay.control.settings.put({ toolRisk: { "chart.write": "high" } });
  const other = context.client(await context.newKey({ preset: "admin" }));
  let session = 0;
  return madeFor(idsOf("approval"), async () => {
    session += 1;
    const request = call({ agentId: "spare-bot", tool: "chart.write", session: `visit-${session}` });
    const { control } = session % 2 === 0 ? context.assay : other;
    return (await control.authorize(request)).context.approvalId;
  });
};
