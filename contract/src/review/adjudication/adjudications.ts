import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  listOf,
  longText,
  optional,
  paging,
  pathId,
  queryFlag,
  reference,
} from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { distinct } from "../../platform/validation/distinct.ts";
import { gradesInput } from "../reviews/reviews.ts";
import { adjudication, exampleAdjudication } from "./adjudication-object.ts";
import { disagreementsRoute } from "./disagreements/disagreements.ts";
import { applyReferencesRoute, referencesRoute } from "./references.ts";

const createAdjudicationBody = z
  .strictObject({
    task: reference("review_task", "A task that contains the sample."),
    sample: reference("sample"),
    grades: gradesInput
      .refine((grades) => Object.keys(grades).length > 0, { error: "must have at least one member" })
      .meta({
        description:
          "Maps dimension ids to grades `{value, …}`, as in a review. Dimensions that are not disputed may be omitted.",
      }),
    notes: optional(longText("The adjudicator's comment.")),
    basis: optional(
      distinct(z.array(reference("review")).min(1).max(limits.reviewsPerSample)).meta({
        description:
          "Ids of reviews of the sample with the rubric of the task. By default, all present ones.",
      }),
    ),
    supersedes: optional(
      reference(
        "adjudication",
        "The present adjudication of the sample with the rubric; required if there is one.",
      ),
    ),
  })
  .meta({
    id: "CreateAdjudication",
    description: "The grades that settle a disagreement.",
    examples: [
      {
        task: exampleIds.task,
        sample: exampleIds.sample,
        grades: { accuracy: { value: "too_low" } },
        notes: "Chest pain with sweating is emergent.",
      },
    ],
  });

/** A validated request for an adjudication. */
export type CreateAdjudicationBody = z.output<typeof createAdjudicationBody>;

const tag = "Adjudication";

export const adjudicationRoutes = c.router({
  disagreements: disagreementsRoute,
  references: referencesRoute,
  applyReferences: applyReferencesRoute,
  create: route({
    method: "POST",
    path: "/v1/reviews/adjudications",
    summary: "Create an adjudication",
    description:
      "Settles the grades of a sample. The adjudicator must qualify and must not have reviewed the sample with the rubric. Requires an API key that belongs to a reviewer. Adjudications change no score and no agreement.",
    headers: idempotencyHeaders,
    body: createAdjudicationBody,
    responses: answers({ 201: adjudication }, 409, 422),
    metadata: {
      operationId: "createAdjudication",
      tag,
      scope: "reviews:adjudicate",
      sdk: "reviews.adjudications.create",
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/reviews/adjudications",
    summary: "List adjudications",
    description:
      "Returns adjudications, newest first. Samples that you have yet to review blind are omitted. An unknown project (404), task or rubric (422) is refused.",
    query: z.strictObject({
      project: reference("project").optional(),
      task: reference("review_task").optional(),
      sample: reference("sample").optional(),
      rubric: reference("rubric").optional(),
      adjudicator: reference("reviewer").optional(),
      current: queryFlag("Only present adjudications (true), or only superseded adjudications (false)."),
      ...paging,
    }),
    responses: answers({ 200: listOf("AdjudicationList", adjudication, exampleAdjudication) }, 422),
    metadata: {
      operationId: "listAdjudications",
      tag,
      scope: "reviews:read",
      sdk: "reviews.adjudications.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/reviews/adjudications/:id",
    summary: "Get an adjudication",
    description: "Returns one adjudication by its id.",
    pathParams: pathId("adjudication"),
    responses: answers({ 200: adjudication }),
    metadata: {
      operationId: "getAdjudication",
      tag,
      scope: "reviews:read",
      sdk: "reviews.adjudications.get",
    },
  }),
});
