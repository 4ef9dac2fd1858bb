import {
  evaluatorNotInEvaluation,
  inOtherProject,
  insufficientScope,
  notFound,
  referenceNotFound,
  reviewerNotQualified,
  reviewerRequired,
  samplesNotFound,
} from "@assay/contract";
import { expect } from "vitest";
import { absent, all, evaluated, newProject } from "./arrange.ts";
import { absentOfReviews, actingReviewer, newReviewer, newTask, reviewRoom } from "./arrange-reviews.ts";
import { anId, anInstant, expectBody, expectFaults, expectRefusal, expectRejected } from "./expectations.ts";
import { scenario } from "./scenario.ts";

const path = "/v1/reviews/tasks";

/** Review tasks: what they are made from, and how they are read. */
export const reviewTaskScenarios = [
  scenario(
    "createReviewTask",
    201,
    "stores a task with its defaults: a pool that waits for nobody",
    async (context) => {
      const room = await reviewRoom(context);
      const body = expectBody(await context.request("POST", path, { body: room.task }), 201);
      expect(body).toEqual({
        id: anId("task"),
        object: "review_task",
        project: room.project,
        samples: room.samples,
        sample_count: 4,
        rubric: room.rubric,
        evaluation: null,
        evaluator: null,
        status: "pending",
        priority: "normal",
        assignment: { mode: "pool", reviewer_id: null, required_credentials: [], specialty: null },
        reviews_required: 1,
        blind: false,
        assignee: null,
        assignments: [],
        unassigned_reason: null,
        progress: { completed: 0, total: 4 },
        due_at: null,
        metadata: {},
        created_at: anInstant,
        completed_at: null,
        cancelled_at: null,
      });
      expect(await context.assay.reviews.tasks.get(String(body["id"]))).toEqual(body);
    },
  ),
  scenario(
    "createReviewTask",
    201,
    "keeps what is sent, samples in their order; several reviews are blind",
    async (context) => {
      const room = await reviewRoom(context);
      const evaluation = await evaluated(context, room.dataset);
      const samples = room.samples.toReversed();
      const sent = {
        samples,
        priority: "urgent" as const,
        due_at: "2030-01-02T03:04:05.678+01:00",
        evaluation: evaluation.id,
        evaluator: "triage_accuracy",
        reviews_required: 2,
        metadata: { batch: "monday" },
      };
      expect(await newTask(context, room, sent)).toMatchObject({
        ...sent,
        due_at: "2030-01-02T02:04:05.678Z",
        blind: true,
      });
      expect(await newTask(context, room, { reviews_required: 2, blind: false })).toMatchObject({
        blind: false,
      });
      expect(await newTask(context, room, { blind: true })).toMatchObject({ blind: true });
    },
  ),
  scenario(
    "createReviewTask",
    201,
    "auto gives the task to the available reviewer with the fewest pending samples",
    async (context) => {
      const room = await reviewRoom(context);
      const ada = await newReviewer(context, { specialty: "emergency_medicine" });
      const ben = await newReviewer(context, { name: "Ben Okoro" });
      await newReviewer(context, { name: "Away", available: false });
      const auto = { assignment: { mode: "auto" as const } };
      const [one = "", two = ""] = room.samples;
      // Both have nothing and were never active: the older reviewer. Then Ben has fewer.
      const first = await newTask(context, room, { ...auto, samples: [one, two] });
      const holder = {
        id: ada.id,
        name: "Dr Ada Moreau",
        credentials: ["MD"],
        specialty: "emergency_medicine",
      };
      expect(first).toMatchObject({
        status: "assigned",
        assignee: holder,
        assignments: [{ reviewer: holder, status: "assigned", claimed_at: null }],
        unassigned_reason: null,
      });
      const second = await newTask(context, room, { ...auto, samples: [one] });
      expect(second.assignee?.id).toBe(ben.id);
      // Ben has 1, Ada 2.
      const third = await newTask(context, room, { ...auto, samples: [one] });
      expect(third.assignee?.id).toBe(ben.id);
      const counts = await all(context.assay.reviews.reviewers.list());
      expect(counts.map(({ name, pending_count: count }) => [name, count])).toEqual([
        ["Away", 0],
        ["Ben Okoro", 2],
        ["Dr Ada Moreau", 2],
      ]);
    },
  ),
  scenario(
    "createReviewTask",
    201,
    "auto gives each place to another reviewer, of those who hold a credential and the specialty",
    async (context) => {
      const room = await reviewRoom(context);
      const specialty = "paediatrics";
      const nurse = await newReviewer(context, { credentials: ["RN"], specialty });
      await newReviewer(context, { credentials: ["MD"], specialty });
      await newReviewer(context, { credentials: ["NP"], specialty: "cardiology" });
      const practitioner = await newReviewer(context, { credentials: ["MD", "NP"], specialty });
      const task = await newTask(context, room, {
        reviews_required: 3,
        assignment: { mode: "auto", required_credentials: ["RN", "NP"], specialty },
      });
      expect(task.assignments.map(({ reviewer }) => reviewer.id).toSorted()).toEqual(
        [nurse.id, practitioner.id].toSorted(),
      );
      expect(task).toMatchObject({ status: "assigned", unassigned_reason: "no_matching_reviewer" });
    },
  ),
  scenario("createReviewTask", 201, "auto without anybody who fits waits, and says why", async (context) => {
    const room = await reviewRoom(context);
    await newReviewer(context, { credentials: ["RN"] });
    const elsewhere = await newProject(context, "Elsewhere");
    await newReviewer(context, { projects: [elsewhere.id] });
    await newReviewer(context, { credential_expires_at: "2020-01-01T00:00:00Z" });
    const assignment = { mode: "auto" as const, required_credentials: ["MD" as const] };
    expect(await newTask(context, room, { assignment })).toMatchObject({
      status: "pending",
      assignee: null,
      assignments: [],
      unassigned_reason: "no_matching_reviewer",
      assignment: { ...assignment, reviewer_id: null, specialty: null },
    });
  }),
  scenario(
    "createReviewTask",
    201,
    "manual gives the task to the one named; its other places are a pool",
    async (context) => {
      const room = await reviewRoom(context);
      const ada = await newReviewer(context);
      await newReviewer(context, { name: "Ben Okoro" });
      const assignment = { mode: "manual" as const, reviewer_id: ada.id };
      const task = await newTask(context, room, { assignment, reviews_required: 2 });
      expect(task).toMatchObject({ status: "assigned", unassigned_reason: null, assignment });
      expect(task.assignments.map(({ reviewer }) => reviewer.id)).toEqual([ada.id]);
    },
  ),
  scenario(
    "createReviewTask",
    422,
    "refuses a project, rubric, evaluation or reviewer that there is not",
    async (context) => {
      const room = await reviewRoom(context);
      const { reviewer, rubric } = absentOfReviews;
      await expectRejected(
        newTask(context, room, { project: absent.project }),
        referenceNotFound("project", absent.project, "/project"),
      );
      await expectRejected(
        newTask(context, room, { rubric }),
        referenceNotFound("rubric", rubric, "/rubric"),
      );
      await expectRejected(
        newTask(context, room, { evaluation: absent.evaluation }),
        referenceNotFound("evaluation", absent.evaluation, "/evaluation"),
      );
      await expectRejected(
        newTask(context, room, { assignment: { mode: "manual", reviewer_id: reviewer } }),
        referenceNotFound("reviewer", reviewer, "/assignment/reviewer_id"),
      );
    },
  ),
  scenario("createReviewTask", 422, "names each sample that is not in the project", async (context) => {
    const room = await reviewRoom(context);
    const other = await reviewRoom(context);
    const [foreign = ""] = other.samples;
    const [own = ""] = room.samples;
    const missing = [
      { id: absent.sample, path: "/samples/0" },
      { id: foreign, path: "/samples/2" },
      { id: "none", path: "/samples/3" },
    ];
    await expectRejected(
      newTask(context, room, { samples: [absent.sample, own, foreign, "none"] }),
      samplesNotFound(missing, room.project),
    );
  }),
  scenario(
    "createReviewTask",
    422,
    "refuses a rubric or evaluation of another project, and an evaluator that was not run",
    async (context) => {
      const room = await reviewRoom(context);
      const other = await reviewRoom(context);
      await expectRejected(
        newTask(context, room, { rubric: other.rubric }),
        inOtherProject("/rubric", `rubric "${other.rubric}"`, room.project),
      );
      const foreign = await evaluated(context, other.dataset);
      await expectRejected(
        newTask(context, room, { evaluation: foreign.id }),
        inOtherProject("/evaluation", `evaluation "${foreign.id}"`, room.project),
      );
      const own = await evaluated(context, room.dataset);
      await expectRejected(
        newTask(context, room, { evaluation: own.id, evaluator: "custom" }),
        evaluatorNotInEvaluation("custom", ["triage_accuracy"], "/evaluator"),
      );
    },
  ),
  scenario(
    "createReviewTask",
    422,
    "refuses a named reviewer who does not qualify or is not available, and says why",
    async (context) => {
      const room = await reviewRoom(context);
      const elsewhere = await newProject(context, "Elsewhere");
      const expired = "2020-01-01T00:00:00.000Z";
      const cases = [
        [{ credentials: ["RN", "NP"] }, "holds RN and NP; the task needs MD or DO"],
        [{ specialty: null }, 'has no specialty; the task needs "cardiology"'],
        [{ specialty: "oncology" }, 'has the specialty "oncology"; the task needs "cardiology"'],
        [{ projects: [elsewhere.id] }, `does not review in the project "${room.project}"`],
        [{ credential_expires_at: expired }, `has credentials that expired at ${expired}`],
        [{ available: false }, "is not available"],
      ] as const;
      for (const [given, reason] of cases) {
        const further = { specialty: "cardiology", ...given } as Parameters<typeof newReviewer>[1];
        const { id } = await newReviewer(context, further);
        await expectRejected(
          newTask(context, room, {
            assignment: {
              mode: "manual",
              reviewer_id: id,
              required_credentials: ["MD", "DO"],
              specialty: "cardiology",
            },
          }),
          reviewerNotQualified(id, reason, "/assignment/reviewer_id"),
        );
      }
      expect((await context.assay.reviews.tasks.list()).data).toEqual([]);
    },
  ),
  scenario(
    "createReviewTask",
    400,
    "refuses samples twice, none at all, and a mode that does not go with its reviewer",
    async (context) => {
      const room = await reviewRoom(context);
      const [one = ""] = room.samples;
      const send = (body: object) => context.request("POST", path, { body: { ...room.task, ...body } });
      expectFaults(
        await send({ samples: [one, one], assignment: { mode: "manual" } }),
        ["/samples/1", "invalid_value", `samples[1] is "${one}"; it must be distinct from those before it.`],
        [
          "/assignment/reviewer_id",
          "required",
          "reviewer_id is missing; it must be there: the mode is manual.",
        ],
      );
      expectFaults(
        await send({ samples: [], reviews_required: 0 }),
        ["/samples", "too_small", "samples is []; it must have at least 1 item."],
        ["/reviews_required", "too_small", "reviews_required is 0; it must be at least 1."],
      );
    },
  ),
  scenario("createReviewTask", 422, "keeps a restricted key to its projects", async (context) => {
    const room = await reviewRoom(context);
    const other = await reviewRoom(context);
    const key = await context.newKey({ preset: "admin", projects: [other.project] });
    const restricted = context.client(key);
    await expectRejected(
      restricted.reviews.tasks.create(room.task),
      referenceNotFound("project", room.project, "/project"),
    );
    await expectRejected(
      restricted.reviews.tasks.create({ ...other.task, rubric: room.rubric }),
      referenceNotFound("rubric", room.rubric, "/rubric"),
    );
    const { id } = await newReviewer(context, { projects: [room.project] });
    await expectRejected(
      restricted.reviews.tasks.create({ ...other.task, assignment: { mode: "manual", reviewer_id: id } }),
      referenceNotFound("reviewer", id, "/assignment/reviewer_id"),
    );
    expect(await restricted.reviews.tasks.create(other.task)).toMatchObject({ project: other.project });
  }),
  scenario(
    "createReviewTask",
    403,
    "refuses a key that only reads, and one that only submits",
    async (context) => {
      const room = await reviewRoom(context);
      for (const preset of ["viewer", "reviewer"] as const) {
        const key = await context.newKey({ preset });
        const answer = await context.request("POST", path, { key, body: room.task });
        expectRefusal(answer, insufficientScope("reviews:write"));
      }
    },
  ),
  scenario(
    "getReviewTask",
    404,
    "does not know tasks of other workspaces or beyond a restricted key",
    async (context) => {
      const room = await reviewRoom(context);
      const { id } = await newTask(context, room);
      const other = await context.otherWorkspace();
      await expectRejected(other.assay.reviews.tasks.get(id), notFound("review_task", id));
      const elsewhere = await newProject(context, "Elsewhere");
      const restricted = context.client(await context.newKey({ preset: "admin", projects: [elsewhere.id] }));
      await expectRejected(restricted.reviews.tasks.get(id), notFound("review_task", id));
      await expectRejected(restricted.reviews.tasks.cancel(id), notFound("review_task", id));
      expect((await restricted.reviews.tasks.list()).data).toEqual([]);
      await expectRejected(context.assay.reviews.tasks.get("task_1"), notFound("review_task", "task_1"));
    },
  ),
  scenario("getReviewTask", 200, "tells who holds a task and how far it is", async (context) => {
    const room = await reviewRoom(context);
    const ada = await newReviewer(context);
    const task = await newTask(context, room, { assignment: { mode: "auto" } });
    expect(await context.assay.reviews.tasks.get(task.id)).toEqual(task);
    expect(task.assignee?.id).toBe(ada.id);
  }),
  scenario(
    "listReviewTasks",
    200,
    "lists newest first, page by page, by project, status, priority and assignee",
    async (context) => {
      const { assay } = context;
      const room = await reviewRoom(context);
      const other = await reviewRoom(context);
      const ada = await newReviewer(context);
      const pool = await newTask(context, room);
      const auto = await newTask(context, room, { assignment: { mode: "auto" }, priority: "high" });
      const foreign = await newTask(context, other, { priority: "high" });
      const { id: cancelled } = await assay.reviews.tasks.cancel((await newTask(context, room)).id);
      const ids = async (query: Parameters<typeof assay.reviews.tasks.list>[0]) =>
        (await all(assay.reviews.tasks.list({ limit: 1, ...query }))).map(({ id }) => id);
      expect(await ids({})).toEqual([cancelled, foreign.id, auto.id, pool.id]);
      expect(await ids({ project: room.project })).toEqual([cancelled, auto.id, pool.id]);
      expect(await ids({ status: "pending" })).toEqual([foreign.id, pool.id]);
      expect(await ids({ status: "assigned" })).toEqual([auto.id]);
      expect(await ids({ priority: "high" })).toEqual([foreign.id, auto.id]);
      expect(await ids({ assignee: ada.id })).toEqual([auto.id]);
      expect(await ids({ assignee: absentOfReviews.reviewer })).toEqual([]);
      expect(await ids({ project: "none" })).toEqual([]);
    },
  ),
  scenario(
    "listReviewTasks",
    200,
    "tells what the calling reviewer may claim, and what not",
    async (context) => {
      const { assay } = context;
      const room = await reviewRoom(context);
      const nurse = await actingReviewer(context, { credentials: ["RN"], specialty: "cardiology" });
      const doctor = await newReviewer(context);
      const open = await newTask(context, room);
      const fitting = await newTask(context, room, {
        assignment: { mode: "pool", required_credentials: ["RN", "NP"], specialty: "cardiology" },
      });
      const notHers = await newTask(context, room, {
        assignment: { mode: "pool", required_credentials: ["MD"] },
      });
      const otherSpecialty = await newTask(context, room, {
        assignment: { mode: "pool", specialty: "oncology" },
      });
      const manual = await newTask(context, room, {
        reviews_required: 2,
        assignment: { mode: "manual", reviewer_id: doctor.id },
      });
      const full = await newTask(context, room, { assignment: { mode: "manual", reviewer_id: doctor.id } });
      const held = await newTask(context, room, { assignment: { mode: "manual", reviewer_id: nurse.id } });
      const { id: cancelled } = await assay.reviews.tasks.cancel((await newTask(context, room)).id);
      const ids = async (claimable: boolean) =>
        (await all(nurse.assay.reviews.tasks.list({ claimable, limit: 2 }))).map(({ id }) => id);
      expect(await ids(true)).toEqual([manual.id, fitting.id, open.id]);
      expect(await ids(false)).toEqual([cancelled, held.id, full.id, otherSpecialty.id, notHers.id]);
      // The doctor gives the manual tasks up: one place of each is kept, so of the first only one is left.
      await assay.reviews.reviewers.update(doctor.id, { available: false });
      expect(await ids(true)).toEqual([manual.id, fitting.id, open.id]);
      await assay.reviews.reviewers.update(nurse.id, { available: false });
      expect(await ids(true)).toEqual([]);
    },
  ),
  scenario(
    "listReviewTasks",
    403,
    "asks for a reviewer's key when it is asked what may be claimed",
    async (context) => {
      await expectRejected(context.assay.reviews.tasks.list({ claimable: true }), reviewerRequired());
    },
  ),
  scenario(
    "listReviewTasks",
    400,
    "refuses a status and a priority that there are not",
    async ({ request }) => {
      const answer = await request("GET", `${path}?status=open&priority=low&claimable=yes`);
      expectFaults(
        answer,
        [
          "query/status",
          "invalid_value",
          'status is "open"; it must be one of pending, assigned, in_progress, completed, cancelled.',
        ],
        ["query/claimable", "invalid_type", 'claimable is "yes"; it must be true or false.'],
      );
    },
  ),
];
