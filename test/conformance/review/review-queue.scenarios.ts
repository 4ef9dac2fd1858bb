import { noOpenSlot, reviewerRequired } from "@assay/contract/review/review-refusals";
import type { UpdateReviewer } from "@assay/sdk";
import { expect } from "vitest";
import { absent } from "../harness/arrange.ts";
import { actingReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { close, grading, overriding, createScoreSetup, taskOf } from "../harness/arrange-scored-reviews.ts";
import { expectBody, expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();

/** Scenarios for the calling reviewer's queue. */
export const reviewQueueScenarios = [
  engineScenario(
    "getReviewQueue",
    200,
    "orders by priority, overdue, due date and age, with all counts",
    async (context) => {
      const setup = await createReviewSetup(context);
      const doctor = await actingReviewer(context);
      const [one = "", two = ""] = setup.samples;
      const made: Record<string, string> = {};
      for (const [name, further] of Object.entries({
        old: { samples: [one] },
        late: { samples: [one], due_at: hours(48) },
        soon: { samples: [one], due_at: hours(2) },
        overdue: { samples: [one], due_at: hours(-1) },
        low: { samples: [one], priority: "low" as const, due_at: hours(-5) },
        urgent: { samples: [two, one], priority: "urgent" as const },
        young: { samples: [one] },
      })) {
        made[name] = await taskOf(context, setup, { doctor, ...further });
        context.target.advance(2);
      }
      const other = await actingReviewer(context);
      await taskOf(context, setup, { doctor: other });
      await newTask(context, setup);
      const queue = await doctor.assay.reviews.queue();
      const named = Object.fromEntries(Object.entries(made).map(([name, id]) => [id, name]));
      expect(queue).toMatchObject({ object: "reviewer_queue", reviewer: doctor.id, total_pending: 8 });
      expect(queue.items.map(({ task_id: task }) => named[task])).toEqual([
        "urgent",
        "urgent",
        "overdue",
        "soon",
        "late",
        "old",
        "young",
        "low",
      ]);
      expect(queue.items.slice(0, 2).map(({ sample_id: sample }) => sample)).toEqual([two, one]);
      expect((await doctor.assay.reviews.queue({ limit: 3 })).items).toEqual(queue.items.slice(0, 3));
      expect(await doctor.assay.reviews.queue({ limit: 1 })).toMatchObject({ total_pending: 8 });
      expect(await doctor.assay.reviews.queue({ priority: "low" })).toMatchObject({
        total_pending: 1,
        items: [{ task_id: made["low"], priority: "low" }],
      });
      expect(await doctor.assay.reviews.queue({ project: setup.project })).toMatchObject({
        total_pending: 8,
      });
      for (const project of [absent.project, "nonsense"])
        expect(await doctor.assay.reviews.queue({ project })).toMatchObject({ total_pending: 0, items: [] });
    },
  ),
  scenario(
    "getReviewQueue",
    200,
    "returns the automated score, flag and expectation of the evaluation",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { one, two } = setup.calls;
      const doctor = await actingReviewer(context);
      const combined = await taskOf(context, setup, { doctor, samples: [two, one] });
      const binary = { evaluation: setup.evaluation.id, evaluator: "binary", doctor, samples: [two] };
      await taskOf(context, setup, binary);
      const { key } = doctor;
      const body = expectBody(await context.request("GET", "/v1/reviews/queue", { key }), 200);
      const evaluation = setup.evaluation.id;
      const expected = { triage_level: "emergent" };
      const reason: unknown = expect.stringContaining("under_triage");
      expect(body["items"]).toEqual([
        {
          task_id: combined,
          sample_id: two,
          priority: "normal",
          rubric: setup.rubric,
          due_at: null,
          index: 1,
          total: 2,
          has_draft: false,
          context: { evaluation, ai_score: close(25), flag_reason: reason, expected },
        },
        expect.objectContaining({
          sample_id: one,
          index: 2,
          total: 2,
          context: { evaluation, ai_score: 100, flag_reason: null, expected },
        }),
        expect.objectContaining({ context: { evaluation, ai_score: 0, flag_reason: reason, expected } }),
      ]);
      const reviewed = await doctor.assay.reviews.submit(combined, overriding(two, 90));
      expect(reviewed.override_value).toBe(90);
      const left = await doctor.assay.reviews.queue();
      expect(left.total_pending).toBe(2);
      expect(left.items.map(({ context: { ai_score: score } }) => score)).toEqual([100, 0]);
    },
  ),
  scenario(
    "getReviewQueue",
    200,
    "returns no scores for a sample without an evaluation, and none before a blind review",
    async (context) => {
      const setup = await createReviewSetup(context);
      const doctor = await actingReviewer(context);
      const none = { evaluation: null, ai_score: null, flag_reason: null, expected: null };
      await taskOf(context, setup, { doctor, samples: setup.samples.slice(0, 1) });
      const contexts = async () => (await doctor.assay.reviews.queue()).items.map((item) => item.context);
      expect(await contexts()).toEqual([none]);
      const scored = await createScoreSetup(context);
      const blind = await taskOf(context, scored, { doctor, blind: true, samples: [scored.calls.two] });
      // Another task with the same sample reveals no more than the blind task.
      await taskOf(context, scored, { doctor, samples: [scored.calls.two] });
      const hidden = { ...none, evaluation: scored.evaluation.id };
      expect(await contexts()).toEqual([none, hidden, hidden]);
      await doctor.assay.reviews.submit(blind, grading(scored.calls.two));
      expect(await contexts()).toMatchObject([
        none,
        { evaluation: scored.evaluation.id, ai_score: close(25), expected: { triage_level: "emergent" } },
      ]);
    },
  ),
  engineScenario(
    "getReviewQueue",
    200,
    "lists the samples of a pool task for each reviewer who has claimed it",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [ada, ben, eve] = [
        await actingReviewer(context),
        await actingReviewer(context),
        await actingReviewer(context),
      ];
      const { id } = await newTask(context, setup, { reviews_required: 2 });
      const queued = async ({ assay }: typeof ada) =>
        (await assay.reviews.queue()).items.map((item) => item.sample_id);
      // Before a claim, reviewers find the task in the list of claimable tasks.
      expect([await queued(ada), await queued(ben)]).toEqual([[], []]);
      expect((await ben.assay.reviews.tasks.list({ claimable: true })).data).toMatchObject([{ id }]);
      await ada.assay.reviews.tasks.claim(id);
      expect([await queued(ada), await queued(ben)]).toEqual([setup.samples, []]);
      await ben.assay.reviews.tasks.claim(id);
      for (const sample of setup.samples) await ada.assay.reviews.submit(id, grading(sample));
      expect([await queued(ada), await queued(ben)]).toEqual([[], setup.samples]);
      await expectRejected(eve.assay.reviews.tasks.claim(id), noOpenSlot(id, 2));
    },
  ),
  engineScenario("getReviewQueue", 200, "lists the tasks that the reviewer can claim", async (context) => {
    const setup = await createReviewSetup(context);
    const [ada, ben, eve] = [
      await actingReviewer(context),
      await actingReviewer(context),
      await actingReviewer(context),
    ];
    const assignment = { mode: "pool" as const, required_credentials: ["MD" as const] };
    const { id } = await newTask(context, setup, { reviews_required: 2, assignment, priority: "high" });
    const queue = ({ assay }: typeof ada) => assay.reviews.queue();
    const shown = {
      task_id: id,
      project: setup.project,
      priority: "high",
      rubric: setup.rubric,
      due_at: null,
      sample_count: setup.samples.length,
      slots_left: 2,
      required_credentials: ["MD"],
      specialty: null,
      blind: true,
    };
    for (const reviewer of [ada, ben])
      expect(await queue(reviewer)).toMatchObject({
        claimable_total: 1,
        claimable: [shown],
        claimable_reason: null,
      });
    await ada.assay.reviews.tasks.claim(id);
    expect(await queue(ada)).toMatchObject({ claimable_total: 0, claimable: [] });
    expect(await queue(ben)).toMatchObject({ claimable: [{ ...shown, slots_left: 1 }] });
    await ben.assay.reviews.tasks.claim(id);
    expect(await queue(eve)).toMatchObject({ claimable_total: 0, claimable: [], claimable_reason: null });
    await expectRejected(eve.assay.reviews.tasks.claim(id), noOpenSlot(id, 2));
  }),
  engineScenario(
    "getReviewQueue",
    200,
    "lists the first 20 claimable tasks in the order of the queue, and counts all",
    async (context) => {
      const setup = await createReviewSetup(context);
      const doctor = await actingReviewer(context);
      const other = await actingReviewer(context);
      const ids: string[] = [];
      for (let count = 0; count < 21; count += 1) {
        ids.push((await newTask(context, setup)).id);
        context.target.advance(2);
      }
      const late = await newTask(context, setup, { due_at: hours(48) });
      const overdue = await newTask(context, setup, { due_at: hours(-1) });
      const urgent = await newTask(context, setup, { priority: "urgent" });
      // A slot that is reserved for another reviewer, and tasks that end.
      const reserved = { mode: "manual" as const, reviewer_id: other.id };
      await newTask(context, setup, { assignment: reserved });
      await context.assay.reviews.tasks.cancel(ids.pop() ?? "");
      const queue = await doctor.assay.reviews.queue();
      const order = [urgent.id, overdue.id, late.id, ...ids].slice(0, 20);
      expect([queue.claimable_total, queue.claimable.map((task) => task.task_id)]).toEqual([23, order]);
      const listed = await doctor.assay.reviews.tasks.list({ claimable: true, limit: 100 });
      expect(listed.data).toHaveLength(23);
      expect(await doctor.assay.reviews.queue({ priority: "urgent" })).toMatchObject({
        claimable_total: 1,
        claimable: [{ task_id: urgent.id }],
      });
      expect(await doctor.assay.reviews.queue({ project: absent.project })).toMatchObject({
        claimable_total: 0,
        claimable: [],
      });
    },
  ),
  scenario("getReviewQueue", 200, "states why a reviewer can claim no task", async (context) => {
    const setup = await createReviewSetup(context);
    const doctor = await actingReviewer(context);
    await newTask(context, setup);
    const queue = async () => {
      const {
        claimable,
        claimable_total: total,
        claimable_reason: reason,
      } = await doctor.assay.reviews.queue();
      return [total, claimable.length, reason];
    };
    expect(await queue()).toEqual([1, 1, null]);
    const change = (body: UpdateReviewer) => context.assay.reviews.reviewers.update(doctor.id, body);
    await change({ available: false });
    expect(await queue()).toEqual([0, 0, "not_available"]);
    const { created_at: now } = await context.assay.projects.create({ name: "Clock" });
    const expiry = new Date(Date.parse(now) + 60_000).toISOString();
    await change({ credential_expires_at: expiry });
    expect(await queue()).toEqual([0, 0, "not_available"]);
    context.target.advance(60_000);
    expect(await queue()).toEqual([0, 0, "credentials_expired"]);
    await change({ available: true, credential_expires_at: null });
    expect(await queue()).toEqual([1, 1, null]);
  }),
  scenario("getReviewQueue", 403, "requires a key of a reviewer", async (context) => {
    await expectRejected(context.assay.reviews.queue(), reviewerRequired());
  }),
  scenario("getReviewQueue", 400, "refuses an unknown priority", async ({ request }) => {
    expectFaults(await request("GET", "/v1/reviews/queue?priority=now"), [
      "query/priority",
      "invalid_value",
      'priority is "now"; it must be one of urgent, high, normal, low.',
    ]);
  }),
];
