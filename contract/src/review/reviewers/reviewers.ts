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
import { credential, credentialList } from "../../workspace/credentials.ts";
import { exampleIds, exampleInstant } from "../../platform/example-values.ts";
import { periodText } from "../review-period.ts";
import { reviewerStatistics } from "./reviewer-statistics-object.ts";

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

const specialtyText = nameText("Specialty, compared exactly with the specialty that a task requires.");
const ownProjects = z.array(idOf("project")).max(100);

/** The schema of a reviewer in responses. */
export const reviewer = z
  .object({
    id: idOf("reviewer"),
    object: z.literal("reviewer").meta({ description: "Always `reviewer`." }),
    name: nameText("Name of the reviewer."),
    credentials: z.array(credential).max(4).meta({
      description: "The reviewer's credentials. Empty for a reviewer whom an import of ratings created.",
    }),
    specialty: specialtyText.nullable(),
    available: z
      .boolean()
      .meta({ description: "Whether tasks can be assigned to the reviewer. false releases all held tasks." }),
    projects: ownProjects
      .nullable()
      .meta({ description: "Projects in which the reviewer may review; null for the whole workspace." }),
    pending_count: z
      .int()
      .min(0)
      .meta({ description: "Number of samples in held tasks that the reviewer has yet to review." }),
    credential_expires_at: timestamp(
      "Time at which the credentials expire. Expired credentials qualify for no task. Null if they do not expire.",
    ).nullable(),
    created_at: timestamp("Creation time."),
  })
  .meta({
    id: "Reviewer",
    description: "A person with credentials who reviews samples.",
    examples: [exampleReviewer],
  });

const projectsInput = z
  .array(reference("project"))
  .min(1)
  .max(100)
  .meta({ description: "The reviewer's projects; null or absent for the whole workspace." });
const expiryInput = timestampInput("When the credentials expire; null or absent if they do not expire.");

const createReviewerBody = z
  .strictObject({
    name: nameText("Name of the reviewer."),
    credentials: credentialList,
    specialty: optional(specialtyText),
    available: withDefault(
      z.boolean().meta({ description: "Whether the reviewer can be assigned to tasks; default true." }),
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
    available: optional(z.boolean().meta({ description: "false releases every held task. Reviews stay." })),
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
      "The changes, with at least one member. null clears `specialty`, `projects` and `credential_expires_at`.",
    examples: [{ available: false }],
  });

/** A validated request for a new reviewer. */
export type CreateReviewerBody = z.output<typeof createReviewerBody>;

/** A validated request that changes a reviewer; null clears optional members. */
export type UpdateReviewerBody = z.output<typeof updateReviewerBody>;

const tag = "Reviewers";

export const reviewerRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/reviews/reviewers",
    summary: "Create a reviewer",
    description:
      "Creates a reviewer and assigns waiting tasks for which the reviewer qualifies. An API key acts for a reviewer if it was created with `reviewer`.",
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
    description:
      "Returns reviewers, newest first. `credentials` matches reviewers with at least one of them, expired or not.",
    query: z.strictObject({
      project: reference("project", "Filter by project.").optional(),
      credentials: queryList(
        credential,
        "Filter by credentials (any match); repeat the parameter for several credentials.",
      ),
      available: queryFlag("Only available reviewers (true) or only unavailable reviewers (false)."),
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
    description: "Returns one reviewer by its id.",
    pathParams: pathId("reviewer"),
    responses: answers({ 200: reviewer }),
    metadata: { operationId: "getReviewer", tag, scope: "reviews:read", sdk: "reviews.reviewers.get" },
  }),
  update: route({
    method: "PATCH",
    path: "/v1/reviews/reviewers/:id",
    summary: "Update a reviewer",
    description:
      "Updates only the given members. A reviewer who becomes unavailable, or no longer qualifies for a task, loses the assignment. The task is then assigned to another reviewer or returned to the pool; submitted reviews stay. A reviewer who becomes available or gains a credential gets waiting tasks immediately.",
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
    description: "Returns statistics over reviews first submitted in the period, which ends now.",
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
