import { draftChanged, draftExists, draftNotIncluded } from "@assay/contract/review/drafts/draft-refusals";
import {
  notAssigned,
  reviewerRequired,
  sampleOfTaskNotFound,
  taskEnded,
} from "@assay/contract/review/review-refusals";
import { notFound, payloadTooLarge } from "@assay/contract/platform/refusals";
import type { PutReviewDraft } from "@assay/sdk";
import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import { absentOfReviews, actingReviewer, createReviewSetup, newTask } from "../harness/arrange-reviews.ts";
import { exported } from "../harness/arrange-exports.ts";
import { grading, heldTask } from "../harness/arrange-scored-reviews.ts";
import type { Context } from "../harness/context.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, longScenario, scenario } from "../harness/scenario.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Creates a task that is assigned to a new reviewer, and a function that stores a draft of its first sample. */
async function drafting(context: Context) {
  const setup = await createReviewSetup(context);
  const [sample = "", other = ""] = setup.samples;
  const { task, doctor } = await heldTask(context, setup);
  const { reviews } = doctor.assay;
  const put = (body: PutReviewDraft, headers: Record<string, string> = {}) =>
    reviews.drafts.put(task, sample, body, { headers });
  const draft = async () => (await reviews.items.get(task, sample)).draft;
  return { setup, sample, other, task, doctor, reviews, put, draft };
}

/** Scenarios for drafts of reviews. */
export const reviewDraftScenarios = [
  scenario("putReviewDraft", 200, "replaces the whole draft, which may be incomplete", async (context) => {
    const { task, sample, other, reviews, put, draft, doctor } = await drafting(context);
    const grades = { accuracy: { value: "no option" }, unknown: 1 };
    const first = await put({ grades, notes: "Chest", flags: ["late"], override_value: 5 });
    expect(first).toMatchObject({
      object: "review_draft",
      task,
      sample,
      revision: 1,
      grades,
      notes: "Chest",
      flags: ["late"],
      override_ai_score: null,
      override_value: 5,
    });
    const second = await put({ override_ai_score: true });
    const empty = { grades: null, notes: null, flags: null, override_value: null };
    expect(second).toMatchObject({ ...empty, revision: 2, override_ai_score: true });
    expect(await draft()).toEqual(second);
    const states = (await all(reviews.items.list(task))).map(({ state }) => state);
    expect(states).toEqual(["draft", "pending", "pending", "pending"]);
    const { items } = await reviews.queue();
    expect(items.map(({ has_draft: hasDraft }) => hasDraft)).toEqual([true, false, false, false]);
    // Nobody else can read it.
    expect((await context.assay.reviews.items.get(task, sample)).draft).toBeNull();
    expect((await all(context.assay.reviews.items.list(task))).map(({ state }) => state)).toEqual(
      states.map(() => "pending"),
    );
    const path = `/v1/reviews/tasks/${task}/samples/${other}/draft`;
    const { headers } = await context.request("PUT", path, { key: doctor.key, body: {} });
    expect(headers.get("etag")).toBe('"1"');
  }),
  engineScenario(
    "putReviewDraft",
    412,
    "of two writers with the same revision, one stores the draft",
    async (context) => {
      const { put, draft } = await drafting(context);
      await put({ notes: "First" }, { "if-none-match": "*" });
      await expectRejected(put({}, { "if-none-match": "*" }), draftExists(1));
      const write = (notes: string) => put({ notes }, { "if-match": '"1"' });
      const written = await Promise.allSettled(["a", "b"].map(write));
      const done = written.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      const refused = written.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
      expect([done.length, refused.length]).toEqual([1, 1]);
      expect(done[0]?.revision).toBe(2);
      expect(refused[0]).toMatchObject({
        status: 412,
        code: "precondition_failed",
        errors: [{ path: "header/if-match" }],
      });
      expect(await draft()).toEqual(done[0]);
      expect((await put({ notes: "Last" })).revision).toBe(3);
    },
  ),
  scenario("putReviewDraft", 412, "returns the present revision", async (context) => {
    const { put, task, sample, doctor } = await drafting(context);
    await expectRejected(put({}, { "if-match": '"1"' }), draftChanged(1, undefined));
    await put({});
    await put({});
    await expectRejected(put({}, { "if-match": '"1"' }), draftChanged(1, 2));
    const path = `/v1/reviews/tasks/${task}/samples/${sample}/draft`;
    const headers = { "If-Match": '"1"' };
    const refused = await context.request("PUT", path, { key: doctor.key, body: {}, headers });
    expect(refused.headers.get("etag")).toBe('"2"');
  }),
  engineScenario(
    "putReviewDraft",
    400,
    "refuses an empty body, and does not change the draft",
    async (context) => {
      const { task, sample, doctor, put } = await drafting(context);
      await put({ notes: "Chest pain" });
      const path = `/v1/reviews/tasks/${task}/samples/${sample}/draft`;
      const refused = await context.request("PUT", path, { key: doctor.key });
      expectFaults(refused, ["", "required", "The body is required: a JSON object."]);
      expect(await doctor.assay.reviews.items.get(task, sample)).toMatchObject({
        draft: { revision: 1, notes: "Chest pain" },
      });
      expect(await put({})).toMatchObject({ revision: 2, notes: null });
    },
  ),
  scenario("putReviewDraft", 400, "refuses malformed conditions", async (context) => {
    const { task, sample, doctor } = await drafting(context);
    const path = `/v1/reviews/tasks/${task}/samples/${sample}/draft`;
    for (const [name, value] of [
      ["if-match", "1"],
      ["if-match", 'W/"1"'],
      ["if-none-match", '"1"'],
    ] as const) {
      const refused = await context.request("PUT", path, {
        key: doctor.key,
        body: {},
        headers: { [name]: value },
      });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: `header/${name}` }] } });
    }
  }),
  scenario("putReviewDraft", 413, "accepts at most 64 KiB of JSON", async (context) => {
    const { put } = await drafting(context);
    const text = "x".repeat(64 * 1024 - '{"grades":{"a":""}}'.length);
    expect(await put({ grades: { a: text } })).toMatchObject({ revision: 1 });
    await expectRejected(put({ grades: { a: `${text}x` } }), payloadTooLarge(64 * 1024));
  }),
  scenario("putReviewDraft", 403, "requires a key of a reviewer", async (context) => {
    const { task, sample } = await drafting(context);
    await expectRejected(context.assay.reviews.drafts.put(task, sample, {}), reviewerRequired());
  }),
  scenario("putReviewDraft", 404, "requires a sample of a task", async (context) => {
    const { setup, reviews, task } = await drafting(context);
    const { drafts } = reviews;
    const [sample = ""] = setup.samples;
    await expectRejected(drafts.put(task, "smp_x", {}), sampleOfTaskNotFound("smp_x", task));
    const { task: absent } = absentOfReviews;
    await expectRejected(drafts.put(absent, sample, {}), notFound("review_task", absent));
  }),
  scenario(
    "putReviewDraft",
    409,
    "is refused to others, and in a cancelled task, which keeps no draft",
    async (context) => {
      const { task, sample, put, doctor, draft, reviews } = await drafting(context);
      const other = await actingReviewer(context);
      await expectRejected(other.assay.reviews.drafts.put(task, sample, {}), notAssigned(task));
      await put({ notes: "Chest" });
      await context.assay.reviews.tasks.cancel(task);
      expect(await draft()).toBeNull();
      await expectRejected(reviews.drafts.put(task, sample, {}), taskEnded(task, "cancelled"));
      await expectRejected(doctor.assay.reviews.drafts.delete(task, sample), taskEnded(task, "cancelled"));
    },
  ),
  scenario("putReviewDraft", 200, "is open to the author of a review, who corrects it", async (context) => {
    const { task, sample, put, draft, reviews, setup } = await drafting(context);
    for (const id of setup.samples) await reviews.submit(task, grading(id));
    expect(await context.assay.reviews.tasks.get(task)).toMatchObject({ status: "completed" });
    const stored = await put({ notes: "Correction" });
    expect(stored.revision).toBe(1);
    expect(await draft()).toEqual(stored);
    expect((await all(reviews.items.list(task)))[0]).toMatchObject({ sample, state: "submitted" });
  }),
  longScenario(
    "putReviewDraft",
    200,
    "is in no list, export or delivery, and is deleted by the submission",
    async (context) => {
      const { setup, sample, task, put, draft, reviews, doctor } = await drafting(context);
      const mark = "secret-draft-text";
      await put({ notes: mark, grades: { accuracy: { value: mark } }, flags: [mark] });
      const read = async () => {
        const paths = ["", `?task=${task}`, "/queue", `/tasks/${task}`, `/tasks/${task}/samples`].map(
          (path) => `/v1/reviews${path}`,
        );
        const others = [`/v1/reviews/tasks/${task}/samples/${sample}`, `/v1/samples/${sample}`];
        const texts: string[] = [];
        for (const path of [...paths, ...others])
          texts.push(JSON.stringify((await context.request("GET", path, { key: context.key })).body));
        for (const path of paths)
          texts.push(JSON.stringify((await context.request("GET", path, { key: doctor.key })).body));
        const file = await exported(context, { project: setup.project, format: "json" });
        texts.push(JSON.stringify(file));
        return texts.join("\n");
      };
      expect(await read()).not.toContain(mark);
      expect((await draft())?.notes).toBe(mark);
      await reviews.submit(task, grading(sample));
      expect(await draft()).toBeNull();
      expect(await read()).not.toContain(mark);
      expect((await put({})).revision).toBe(1);
    },
  ),
  engineScenario(
    "submitReview",
    409,
    "deletes only the draft that the review includes, also at the same time",
    async (context) => {
      const { sample, other, task, put, draft, reviews } = await drafting(context);
      await put({ notes: "First" });
      const submit = (expected_draft_revision: number) =>
        reviews.submit(task, { ...grading(sample), expected_draft_revision });
      await expectRejected(submit(0), draftNotIncluded(sample, { stored: 1, expected: 0 }));
      // One window submits the draft that it has loaded, while the other stores a change.
      const [submitted, stored] = await Promise.allSettled([
        submit(1),
        put({ notes: "Last change" }, { "if-match": '"1"' }),
      ]);
      expect([submitted.status, stored.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      if (stored.status === "fulfilled") {
        expect(submitted).toMatchObject({ reason: { status: 409, code: "conflict" } });
        expect(await draft()).toMatchObject({ revision: 2, notes: "Last change" });
        await submit(2);
      } else expect(stored).toMatchObject({ reason: { status: 412 } });
      expect(await draft()).toBeNull();
      await expectRejected(
        reviews.submit(task, { ...grading(other), expected_draft_revision: 3 }),
        draftNotIncluded(other, { stored: 0, expected: 3 }),
      );
    },
  ),
  engineScenario("putReviewDraft", 200, "renews the claim of its author", async (context) => {
    const { assay, target } = context;
    const setup = await createReviewSetup(context);
    const [sample = ""] = setup.samples;
    const { id } = await newTask(context, setup);
    const doctor = await actingReviewer(context);
    await doctor.assay.reviews.tasks.claim(id);
    const holders = async () => (await assay.reviews.tasks.get(id)).assignments.length;
    target.advance(29 * minuteMs);
    await doctor.assay.reviews.drafts.put(id, sample, { notes: "Chest" });
    target.advance(29 * minuteMs);
    expect(await holders()).toBe(1);
    target.advance(2 * minuteMs);
    expect(await holders()).toBe(0);
    // An expired claim keeps the draft.
    await doctor.assay.reviews.tasks.claim(id);
    expect((await doctor.assay.reviews.items.get(id, sample)).draft).toMatchObject({ notes: "Chest" });
  }),
  scenario("putReviewDraft", 200, "is kept for 30 days after its last change", async (context) => {
    const { put, draft } = await drafting(context);
    await put({ notes: "Chest" });
    context.target.advance(30 * dayMs - minuteMs);
    expect(await draft()).not.toBeNull();
    context.target.advance(2 * minuteMs);
    expect(await draft()).toBeNull();
    expect((await put({}, { "if-none-match": "*" })).revision).toBe(1);
  }),
  scenario(
    "deleteReviewDraft",
    200,
    "deletes the draft and states whether there was one",
    async (context) => {
      const { task, sample, put, draft, reviews } = await drafting(context);
      await put({ notes: "Chest" });
      const remove = () => reviews.drafts.delete(task, sample);
      expect(await remove()).toEqual({ object: "review_draft", deleted: true });
      expect(await draft()).toBeNull();
      expect(await remove()).toEqual({ object: "review_draft", deleted: false });
    },
  ),
  scenario("deleteReviewDraft", 412, "deletes only the named revision", async (context) => {
    const { task, sample, put, reviews, draft } = await drafting(context);
    await put({});
    await put({});
    const remove = (tag: string) => reviews.drafts.delete(task, sample, { headers: { "if-match": tag } });
    await expectRejected(remove('"1"'), draftChanged(1, 2));
    expect(await draft()).toMatchObject({ revision: 2 });
    expect(await remove('"2"')).toMatchObject({ deleted: true });
  }),
  scenario("deleteReviewDraft", 403, "requires a key of a reviewer", async (context) => {
    const { task, sample } = await drafting(context);
    await expectRejected(context.assay.reviews.drafts.delete(task, sample), reviewerRequired());
  }),
];
