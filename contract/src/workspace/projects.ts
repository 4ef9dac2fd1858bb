import * as z from "zod";
import { answers, c, route } from "../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  listOf,
  longText,
  nameText,
  optional,
  paging,
  pathId,
  timestamp,
} from "../platform/common.ts";
import { exampleIds, exampleInstant } from "../platform/example-values.ts";

const exampleProject = {
  id: exampleIds.project,
  object: "project" as const,
  name: "Nurse line",
  description: "Triage of calls to the nurse line",
  created_at: exampleInstant,
};

const project = z
  .object({
    id: idOf("project"),
    object: z.literal("project").meta({ description: "Always `project`." }),
    name: nameText("Name of the project."),
    description: longText("Description of the project.").nullable(),
    created_at: timestamp("Creation time."),
  })
  .meta({
    id: "Project",
    description: "A project, which contains datasets and evaluations.",
    examples: [exampleProject],
  });

const createProjectBody = z
  .strictObject({
    name: nameText("Name of the project."),
    description: optional(longText("Description of the project.")),
  })
  .meta({ id: "CreateProject", description: "A new project.", examples: [{ name: "Nurse line" }] });

export const projectRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/projects",
    summary: "Create a project",
    description:
      "Creates a project, which contains datasets and evaluations. 403 for an API key that is restricted to projects.",
    headers: idempotencyHeaders,
    body: createProjectBody,
    responses: answers({ 201: project }, 409),
    metadata: {
      operationId: "createProject",
      tag: "Projects",
      scope: "projects:write",
      sdk: "projects.create",
      workspaceLevel: true,
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/projects",
    summary: "List projects",
    description: "Returns projects, newest first.",
    query: z.strictObject(paging),
    responses: answers({ 200: listOf("ProjectList", project, exampleProject) }),
    metadata: {
      operationId: "listProjects",
      tag: "Projects",
      scope: "projects:read",
      sdk: "projects.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/projects/:id",
    summary: "Get a project",
    description: "Returns one project by its id.",
    pathParams: pathId("project"),
    responses: answers({ 200: project }),
    metadata: { operationId: "getProject", tag: "Projects", scope: "projects:read", sdk: "projects.get" },
  }),
});
