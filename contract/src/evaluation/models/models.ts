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
    version: nameText("Its version."),
    metadata,
    created_at: timestamp("When it was registered."),
  })
  .meta({ id: "Model", description: "A system whose outputs are evaluated.", examples: [exampleModel] });

const createModelBody = z
  .strictObject({
    name: nameText("Name of the model or system."),
    version: nameText("Its version; name and version together are unique in the workspace."),
    metadata: optional(metadata),
  })
  .meta({
    id: "CreateModel",
    description: "A model to register.",
    examples: [{ name: "triage-assistant", version: "2026-02-11", metadata: { prompt: "v14" } }],
  });

/** A validated body that registers a model. */
export type CreateModelBody = z.output<typeof createModelBody>;

export const modelRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/models",
    summary: "Register a model",
    description:
      "201 when it is new; 200 with the stored record when the same name, version and metadata are there already; 409 when the metadata differ.",
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
    description: "Newest first; all, or those of one name.",
    query: z.strictObject({ name: nameText("Only models of this name.").optional(), ...paging }),
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
    description: "One model by its id.",
    pathParams: pathId("model"),
    responses: answers({ 200: model }),
    metadata: { operationId: "getModel", tag: "Models", scope: "models:read", sdk: "models.get" },
  }),
});
