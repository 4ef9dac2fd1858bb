import {
  insufficientScope,
  notFound,
  projectRestricted,
  referenceNotFound,
} from "@assay/contract/platform/refusals";
import { reviewerRequired } from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { absent, all, newProject } from "../harness/arrange.ts";
import {
  absentOfReviews,
  actingReviewer,
  newReviewer,
  newTask,
  createReviewSetup,
} from "../harness/arrange-reviews.ts";
import {
  anId,
  anInstant,
  expectBody,
  expectFaults,
  expectRefusal,
  expectRejected,
} from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/v1/reviews/reviewers";

/** Scenarios for reviewers, and for keys that act as them. */
export const reviewerScenarios = [
  scenario("createReviewer", 201, "stores a reviewer with the defaults", async ({ request, assay }) => {
    const sent = { name: "Dr Ada Moreau", credentials: ["MD"] };
    const body = expectBody(await request("POST", path, { body: sent }), 201);
    expect(body).toEqual({
      ...sent,
      id: anId("rvr"),
      object: "reviewer",
      specialty: null,
      available: true,
      projects: null,
      pending_count: 0,
      credential_expires_at: null,
      created_at: anInstant,
    });
    expect(await assay.reviews.reviewers.get(String(body["id"]))).toEqual(body);
  }),
  scenario("createReviewer", 201, "stores all fields, with duplicate projects once", async (context) => {
    const { id } = await newProject(context);
    const sent = {
      name: "Cleo Ng",
      credentials: ["RN" as const, "NP" as const],
      specialty: "emergency_medicine",
      available: false,
      credential_expires_at: "2030-06-01T00:00:00+02:00",
    };
    expect(await newReviewer(context, { ...sent, projects: [id, id] })).toMatchObject({
      ...sent,
      projects: [id],
      credential_expires_at: "2030-05-31T22:00:00.000Z",
    });
  }),
  scenario("createReviewer", 400, "names all faults", async ({ request }) => {
    const body = { name: "", credentials: ["MD", "MD"], projects: [], available: "yes", rank: 1 };
    expectFaults(
      await request("POST", path, { body }),
      ["/name", "too_small", 'name is ""; it must have at least 1 character.'],
      ["/credentials", "invalid_value", 'credentials is ["MD","MD"]; it must be distinct.'],
      ["/available", "invalid_type", 'available is "yes"; it must be true or false.'],
      ["/projects", "too_small", "projects is []; it must have at least 1 item."],
      [
        "/rank",
        "unknown_field",
        "rank is not a field that this object accepts; accepted: name, credentials, specialty, available, projects, credential_expires_at.",
      ],
    );
    expectFaults(await request("POST", path, { body: { name: "A", credentials: ["MB"] } }), [
      "/credentials/0",
      "invalid_value",
      'credentials[0] is "MB"; it must be one of MD, DO, NP, RN.',
    ]);
  }),
  scenario("createReviewer", 422, "refuses an unknown project", async (context) => {
    const { id } = await newProject(context);
    await expectRejected(
      newReviewer(context, { projects: [id, absent.project] }),
      referenceNotFound("project", absent.project, "/projects/1"),
    );
    expect((await context.assay.reviews.reviewers.list()).data).toEqual([]);
  }),
  scenario("createReviewer", 403, "refuses a restricted key and a read-only key", async (context) => {
    const { id } = await newProject(context);
    const body = { name: "A", credentials: ["MD"] };
    const restricted = await context.newKey({ preset: "admin", projects: [id] });
    expectRefusal(await context.request("POST", path, { key: restricted, body }), projectRestricted());
    const viewer = await context.newKey({ preset: "viewer" });
    expectRefusal(
      await context.request("POST", path, { key: viewer, body }),
      insufficientScope("reviews:write"),
    );
  }),
  engineScenario(
    "listReviewers",
    200,
    "lists newest first, and filters by project, credentials and availability",
    async (context) => {
      const { reviewers } = context.assay.reviews;
      const [here, there] = [await newProject(context, "Here"), await newProject(context, "There")];
      const everywhere = await newReviewer(context, { name: "everywhere", credentials: ["MD", "RN"] });
      await newReviewer(context, { name: "here", credentials: ["RN"], projects: [here.id] });
      await newReviewer(context, {
        name: "there",
        credentials: ["NP"],
        projects: [there.id],
        available: false,
      });
      await newReviewer(context, { name: "expired", credential_expires_at: "2020-01-01T00:00:00Z" });
      const names = async (query: Parameters<typeof reviewers.list>[0]) =>
        (await all(reviewers.list({ limit: 1, ...query }))).map(({ name }) => name);
      expect(await names({})).toEqual(["expired", "there", "here", "everywhere"]);
      expect(await names({ project: here.id })).toEqual(["expired", "here", "everywhere"]);
      expect(await names({ project: absent.project })).toEqual(["expired", "everywhere"]);
      expect(await names({ credentials: ["RN", "NP"] })).toEqual(["there", "here", "everywhere"]);
      expect(await names({ credentials: ["MD"] })).toEqual(["expired", "everywhere"]);
      expect(await names({ available: false })).toEqual(["there"]);
      expect(await names({ available: true, project: there.id, credentials: ["RN"] })).toEqual([
        "everywhere",
      ]);
      const brackets = await context.request("GET", `${path}?credentials[]=MD&credentials[]=NP&limit=2`);
      expect(expectBody(brackets, 200)).toMatchObject({ data: [{ name: "expired" }, { name: "there" }] });
      expect((await reviewers.get(everywhere.id)).name).toBe("everywhere");
    },
  ),
  scenario("listReviewers", 400, "refuses an unknown credential", async ({ request }) => {
    expectFaults(await request("GET", `${path}?credentials=MB`), [
      "query/credentials/0",
      "invalid_value",
      'credentials[0] is "MB"; it must be one of MD, DO, NP, RN.',
    ]);
  }),
  scenario(
    "getReviewer",
    404,
    "returns 404 for reviewers of other workspaces, and of projects that the key cannot access",
    async (context) => {
      const [here, there] = [await newProject(context, "Here"), await newProject(context, "There")];
      const everywhere = await newReviewer(context);
      const elsewhere = await newReviewer(context, { projects: [there.id] });
      const both = await newReviewer(context, { projects: [here.id, there.id] });
      const restricted = context.client(await context.newKey({ preset: "admin", projects: [here.id] }));
      await expectRejected(
        restricted.reviews.reviewers.get(elsewhere.id),
        notFound("reviewer", elsewhere.id),
      );
      expect((await all(restricted.reviews.reviewers.list())).map(({ id }) => id)).toEqual([
        both.id,
        everywhere.id,
      ]);
      const other = await context.otherWorkspace();
      await expectRejected(other.assay.reviews.reviewers.get(both.id), notFound("reviewer", both.id));
      const { reviewer } = absentOfReviews;
      await expectRejected(context.assay.reviews.reviewers.get(reviewer), notFound("reviewer", reviewer));
    },
  ),
  scenario("getReviewer", 200, "counts the pending samples of a reviewer", async (context) => {
    const setup = await createReviewSetup(context);
    const { id } = await newReviewer(context);
    await newTask(context, setup, { assignment: { mode: "auto" } });
    expect(await context.assay.reviews.reviewers.get(id)).toMatchObject({ pending_count: 4 });
  }),
  scenario("updateReviewer", 200, "changes the named fields only; null clears a field", async (context) => {
    const { reviewers } = context.assay.reviews;
    const project = await newProject(context);
    const before = await newReviewer(context, {
      specialty: "cardiology",
      projects: [project.id],
      credential_expires_at: "2030-01-01T00:00:00Z",
    });
    const renamed = await reviewers.update(before.id, { name: "Ada M.", credentials: ["DO"] });
    expect(renamed).toEqual({ ...before, name: "Ada M.", credentials: ["DO"] });
    const cleared = await reviewers.update(before.id, {
      specialty: null,
      projects: null,
      credential_expires_at: null,
    });
    expect(cleared).toEqual({ ...renamed, specialty: null, projects: null, credential_expires_at: null });
    expect(await reviewers.get(before.id)).toEqual(cleared);
  }),
  scenario("updateReviewer", 400, "refuses an empty change", async (context) => {
    const { id } = await newReviewer(context);
    expectFaults(await context.request("PATCH", `${path}/${id}`, { body: {} }), [
      "",
      "invalid_value",
      "The body must set at least one of name, credentials, specialty, available, projects, credential_expires_at.",
    ]);
  }),
  scenario("updateReviewer", 422, "refuses an unknown project without changing anything", async (context) => {
    const { reviewers } = context.assay.reviews;
    const before = await newReviewer(context);
    await expectRejected(
      reviewers.update(before.id, { name: "B", projects: [absent.project] }),
      referenceNotFound("project", absent.project, "/projects/0"),
    );
    expect(await reviewers.get(before.id)).toEqual(before);
    await expectRejected(
      reviewers.update(absentOfReviews.reviewer, { name: "B" }),
      notFound("reviewer", absentOfReviews.reviewer),
    );
  }),
  scenario("createApiKey", 201, "creates a key that acts as a reviewer", async (context) => {
    const { assay } = context;
    const ada = await newReviewer(context);
    const created = await assay.apiKeys.create({ name: "Ada's", preset: "reviewer", reviewer: ada.id });
    expect(created).toMatchObject({ reviewer: ada.id });
    expect((await all(assay.apiKeys.list())).map(({ reviewer }) => reviewer)).toEqual([ada.id, null]);
    const setup = await createReviewSetup(context);
    const task = await newTask(context, setup);
    expect(await context.client(created.secret).reviews.tasks.claim(task.id)).toMatchObject({
      assignee: { id: ada.id },
    });
  }),
  scenario(
    "createApiKey",
    422,
    "refuses an unknown reviewer, and one that the key cannot access",
    async (context) => {
      const [here, there] = [await newProject(context, "Here"), await newProject(context, "There")];
      const { reviewer } = absentOfReviews;
      await expectRejected(
        context.assay.apiKeys.create({ name: "k", preset: "reviewer", reviewer }),
        referenceNotFound("reviewer", reviewer, "/reviewer"),
      );
      const elsewhere = await newReviewer(context, { projects: [there.id] });
      const restricted = context.client(await context.newKey({ preset: "admin", projects: [here.id] }));
      await expectRejected(
        restricted.apiKeys.create({ name: "k", preset: "reviewer", reviewer: elsewhere.id }),
        referenceNotFound("reviewer", elsewhere.id, "/reviewer"),
      );
    },
  ),
  scenario("listReviewTasks", 200, "allows a reviewer key to read", async (context) => {
    const { assay } = await actingReviewer(context);
    expect((await assay.reviews.tasks.list()).data).toEqual([]);
    const unbound = context.client(await context.newKey({ preset: "reviewer" }));
    expect((await unbound.reviews.tasks.list()).data).toEqual([]);
    await expectRejected(unbound.reviews.tasks.list({ claimable: false }), reviewerRequired());
  }),
];
