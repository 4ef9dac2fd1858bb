import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  listOf,
  metadata,
  nameText,
  optional,
  paging,
  pathId,
  timestamp,
} from "../../platform/common.ts";
import { exampleIds, exampleInstant } from "../../platform/example-values.ts";

const exampleModel = {
  id: exampleIds.model,
  object: "model" as const,
  name: "triage-assistant",
  version: "2026-02-11",
  metadata: { prompt: "v14" },
  created_at: exampleInstant,
};

const model = z
  .object({
    id: idOf("model"),
    object: z.literal("model").meta({ description: "Always `model`." }),
    name: nameText("Name of the model or system."),
    version: nameText("Version of the model."),
    metadata,
    created_at: timestamp("Registration time."),
  })
  .meta({ id: "Model", description: "A system whose outputs are evaluated.", examples: [exampleModel] });

const createModelBody = z
  .strictObject({
    name: nameText("Name of the model or system."),
    version: nameText("Version of the model. Name and version together are unique in the workspace."),
    metadata: optional(metadata),
  })
  .meta({
    id: "CreateModel",
    description: "A new model.",
    examples: [{ name: "triage-assistant", version: "2026-02-11", metadata: { prompt: "v14" } }],
  });

/** A validated request body that registers a model. */
export type CreateModelBody = z.output<typeof createModelBody>;

export const modelRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/models",
    summary: "Register a model",
    description:
      "Registers a model. 201 if new; 200 with the stored model if name, version and metadata are identical; 409 if the metadata differ.",
    headers: idempotencyHeaders,
    body: createModelBody,
    responses: answers({ 200: model, 201: model }, 409),
    metadata: {
      operationId: "createModel",
      tag: "Models",
      scope: "models:write",
      sdk: "models.create",
      workspaceLevel: true,
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/models",
    summary: "List models",
    description: "Returns models, newest first. Optionally filters by name.",
    query: z.strictObject({ name: nameText("Filter by name.").optional(), ...paging }),
    responses: answers({ 200: listOf("ModelList", model, exampleModel) }),
    metadata: {
      operationId: "listModels",
      tag: "Models",
      scope: "models:read",
      sdk: "models.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/models/:id",
    summary: "Get a model",
    description: "Returns one model by its id.",
    pathParams: pathId("model"),
    responses: answers({ 200: model }),
    metadata: { operationId: "getModel", tag: "Models", scope: "models:read", sdk: "models.get" },
  }),
});
