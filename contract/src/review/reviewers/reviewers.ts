import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  listOf,
  nameText,
  optional,
  paging,
  pathId,
  queryFlag,
  queryList,
  reference,
  timestamp,
  timestampInput,
  withDefault,
} from "../../platform/common.ts";
import { credential, credentialList } from "../../evaluation/routing/credentials.ts";
import { exampleIds, exampleInstant } from "../../platform/example-values.ts";
import { periodText } from "../review-period.ts";

const exampleReviewer = {
  id: exampleIds.reviewer,
  object: "reviewer" as const,
  name: "Dr Ada Moreau",
  credentials: ["MD" as const],
  specialty: "emergency_medicine",
  available: true,
  projects: null,
  pending_count: 3,
  credential_expires_at: null,
  created_at: exampleInstant,
};

const specialtyText = nameText("The specialty; tasks that ask for one compare it exactly.");
const ownProjects = z.array(idOf("project")).max(100);

const reviewer = z
  .object({
    id: idOf("reviewer"),
    object: z.literal("reviewer").meta({ description: "Always `reviewer`." }),
    name: nameText("Name of the reviewer."),
    credentials: credentialList,
    specialty: specialtyText.nullable(),
    available: z
      .boolean()
      .meta({ description: "Whether tasks may be assigned; false releases all that are held." }),
    projects: ownProjects
      .nullable()
      .meta({ description: "The only projects that the reviewer reviews in; null: all of the workspace." }),
    pending_count: z
      .int()
      .min(0)
      .meta({ description: "Samples of tasks held that the reviewer has still to review." }),
    credential_expires_at: timestamp(
      "When the credentials expire: from then on they qualify for nothing; null: never.",
    ).nullable(),
    created_at: timestamp("When the reviewer was created."),
  })
  .meta({ id: "Reviewer", description: "A credentialed person who reviews.", examples: [exampleReviewer] });

const projectsInput = z
  .array(reference("project"))
  .min(1)
  .max(100)
  .meta({ description: "The only projects to review in; null or left out: all of the workspace." });
const expiryInput = timestampInput("When the credentials expire; null or left out: never.");

const createReviewerBody = z
  .strictObject({
    name: nameText("Name of the reviewer."),
    credentials: credentialList,
    specialty: optional(specialtyText),
    available: withDefault(
      z.boolean().meta({ description: "Whether tasks may be assigned; default true." }),
      true,
    ),
    projects: optional(projectsInput),
    credential_expires_at: optional(expiryInput),
  })
  .meta({
    id: "CreateReviewer",
    description: "A new reviewer.",
    examples: [{ name: "Dr Ada Moreau", credentials: ["MD"], specialty: "emergency_medicine" }],
  });

const updateReviewerBody = z
  .strictObject({
    name: optional(nameText("New name.")),
    credentials: optional(credentialList),
    specialty: specialtyText.nullable().optional(),
    available: optional(
      z.boolean().meta({ description: "false releases every task that the reviewer holds; reviews stay." }),
    ),
    projects: projectsInput.nullable().optional(),
    credential_expires_at: expiryInput.nullable().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error:
      "must set at least one of name, credentials, specialty, available, projects, credential_expires_at",
  })
  .meta({
    id: "UpdateReviewer",
    description:
      "What to change; at least one field. null clears specialty, projects and credential_expires_at.",
    examples: [{ available: false }],
  });

/** A validated request for a new reviewer. */
export type CreateReviewerBody = z.output<typeof createReviewerBody>;

/** A validated change of a reviewer; null clears optional members. */
export type UpdateReviewerBody = z.output<typeof updateReviewerBody>;

const exampleStatistics = {
  object: "reviewer_statistics" as const,
  reviewer: exampleIds.reviewer,
  period: "30d",
  completed: 42,
  avg_duration_seconds: 93.5,
  duration_count: 40,
  override_rate: 0.11904761904761904,
  override_count: 5,
  consensus_agreement: 0.875,
  consensus_count: 64,
};

const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description });
const count = (description: string) => z.int().min(0).meta({ description });

const reviewerStatistics = z
  .object({
    object: z.literal("reviewer_statistics").meta({ description: "Always `reviewer_statistics`." }),
    reviewer: idOf("reviewer"),
    period: z.string().max(10).meta({ description: "The period asked for, counted back from now." }),
    completed: count("Reviews first submitted in the period."),
    avg_duration_seconds: z.number().min(0).max(Number.MAX_VALUE).nullable().meta({
      description:
        "Mean seconds from claiming a task to the first review of it, or from one review of it to the next; null when `duration_count` is 0.",
    }),
    duration_count: count("Reviews that the mean duration is over: those of tasks that were claimed before."),
    override_rate: share("override_count / completed, 0 to 1; null when nothing was completed."),
    override_count: count("Of the completed ones, those that override the automated score now."),
    consensus_agreement: share(
      "Share of grades equal to what most co-raters of the same sample and dimension gave, 0 to 1; ties left out; null when `consensus_count` is 0.",
    ),
    consensus_count: count("Grades that could be compared with a majority of co-raters."),
  })
  .meta({
    id: "ReviewerStatistics",
    description: "What a reviewer did in a period.",
    examples: [exampleStatistics],
  });

const tag = "Reviewers";

export const reviewerRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/reviews/reviewers",
    summary: "Create a reviewer",
    description:
      "Waiting tasks that the reviewer fits are assigned at once. A key acts as a reviewer when it was created with `reviewer`.",
    headers: idempotencyHeaders,
    body: createReviewerBody,
    responses: answers({ 201: reviewer }, 409, 422),
    metadata: {
      operationId: "createReviewer",
      tag,
      scope: "reviews:write",
      sdk: "reviews.reviewers.create",
      workspaceLevel: true,
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/reviews/reviewers",
    summary: "List reviewers",
    description: "Newest first. `credentials` finds those who hold any of them, expired or not.",
    query: z.strictObject({
      project: reference("project", "Only those who review in this project.").optional(),
      credentials: queryList(credential, "Only those who hold any of these; repeat the parameter."),
      available: queryFlag("Only those who are available, or who are not."),
      ...paging,
    }),
    responses: answers({ 200: listOf("ReviewerList", reviewer, exampleReviewer) }),
    metadata: {
      operationId: "listReviewers",
      tag,
      scope: "reviews:read",
      sdk: "reviews.reviewers.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/reviews/reviewers/:id",
    summary: "Get a reviewer",
    description: "One reviewer by its id.",
    pathParams: pathId("reviewer"),
    responses: answers({ 200: reviewer }),
    metadata: { operationId: "getReviewer", tag, scope: "reviews:read", sdk: "reviews.reviewers.get" },
  }),
  update: route({
    method: "PATCH",
    path: "/v1/reviews/reviewers/:id",
    summary: "Change a reviewer",
    description:
      "Who becomes unavailable, or no longer qualifies for a task, loses what they hold of it: it is assigned anew or goes back to the pool; reviews stay. Who becomes available or gains a credential gets waiting tasks at once.",
    pathParams: pathId("reviewer"),
    body: updateReviewerBody,
    responses: answers({ 200: reviewer }, 422),
    metadata: {
      operationId: "updateReviewer",
      tag,
      scope: "reviews:write",
      sdk: "reviews.reviewers.update",
      workspaceLevel: true,
    },
  }),
  statistics: route({
    method: "GET",
    path: "/v1/reviews/reviewers/:id/statistics",
    summary: "Get a reviewer's statistics",
    description: "Over reviews first submitted in the period, which ends now.",
    pathParams: pathId("reviewer"),
    query: z.strictObject({ period: periodText.default("30d") }),
    responses: answers({ 200: reviewerStatistics }),
    metadata: {
      operationId: "getReviewerStatistics",
      tag,
      scope: "reviews:read",
      sdk: "reviews.reviewers.statistics",
    },
  }),
});
