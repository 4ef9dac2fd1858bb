import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  listOf,
  longText,
  nameText,
  optional,
  paging,
  pathId,
  reference,
  timestamp,
} from "../../platform/common.ts";
import { exampleIds, exampleInstant } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { dimension, dimensionInput, distinctDimensions } from "./rubric-dimensions.ts";

const exampleBody = {
  name: "Triage safety",
  dimensions: [
    {
      id: "accuracy",
      name: "Was the level right?",
      type: "categorical" as const,
      required: true,
      ordered: false,
      options: [
        { value: "correct", label: "Right" },
        { value: "too_low", label: "Too low", score_impact: -50, safety_flag: true },
        { value: "too_high", label: "Too high", score_impact: -10 },
      ],
    },
    {
      id: "clarity",
      name: "Clarity",
      type: "scale" as const,
      required: false,
      ordered: false,
      min: 1,
      max: 5,
    },
  ],
};

/** An example of a rubric. */
export const exampleRubric = {
  id: exampleIds.rubric,
  object: "rubric" as const,
  project: exampleIds.project,
  version: 1,
  description: null,
  ...exampleBody,
  created_at: exampleInstant,
};

/** The schema of a rubric in responses. */
export const rubric = z
  .object({
    id: idOf("rubric"),
    object: z.literal("rubric").meta({ description: "Always `rubric`." }),
    name: nameText("Name of the rubric."),
    project: idOf("project"),
    description: longText("Purpose of the rubric.").nullable(),
    dimensions: z
      .array(dimension)
      .min(1)
      .max(limits.dimensionsPerRubric)
      .meta({ description: "Dimensions in display order." }),
    version: z.int().min(1).meta({
      description:
        "Version of the rubric: 1 for the first rubric with this name in the project; each additional rubric adds 1.",
    }),
    created_at: timestamp("Creation time."),
  })
  .meta({
    id: "Rubric",
    description: "Criteria for grading. A stored rubric never changes, so that grades keep their meaning.",
    examples: [exampleRubric],
  });

const createRubricBody = z
  .strictObject({
    name: nameText("Name of the rubric."),
    project: reference("project"),
    dimensions: z
      .array(dimensionInput)
      .min(1)
      .max(limits.dimensionsPerRubric)
      .superRefine(distinctDimensions)
      .meta({ description: "1 to 50 dimensions with distinct ids." }),
    description: optional(longText("Purpose of the rubric.")),
  })
  .meta({
    id: "CreateRubric",
    description: "A new rubric.",
    examples: [{ project: exampleIds.project, ...exampleBody }],
  });

/** A validated request for a new rubric. */
export type CreateRubricBody = z.output<typeof createRubricBody>;

const tag = "Rubrics";

export const rubricRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/reviews/rubrics",
    summary: "Create a rubric",
    description:
      "Stores a rubric, which never changes. If the project has a rubric with this name, the new rubric gets the next version.",
    headers: idempotencyHeaders,
    body: createRubricBody,
    responses: answers({ 201: rubric }, 409, 422),
    metadata: { operationId: "createRubric", tag, scope: "reviews:write", sdk: "reviews.rubrics.create" },
  }),
  list: route({
    method: "GET",
    path: "/v1/reviews/rubrics",
    summary: "List rubrics",
    description: "Returns rubrics, newest first.",
    query: z.strictObject({ project: reference("project").optional(), ...paging }),
    responses: answers({ 200: listOf("RubricList", rubric, exampleRubric) }),
    metadata: {
      operationId: "listRubrics",
      tag,
      scope: "reviews:read",
      sdk: "reviews.rubrics.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/reviews/rubrics/:id",
    summary: "Get a rubric",
    description: "Returns one rubric by its id.",
    pathParams: pathId("rubric"),
    responses: answers({ 200: rubric }),
    metadata: { operationId: "getRubric", tag, scope: "reviews:read", sdk: "reviews.rubrics.get" },
  }),
});
