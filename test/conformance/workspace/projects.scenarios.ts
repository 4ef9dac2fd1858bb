import { insufficientScope, notFound, projectRestricted } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent, all, newProject } from "../harness/arrange.ts";
import {
  anId,
  anInstant,
  expectBody,
  expectFaults,
  expectRefusal,
  expectRejected,
} from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

export const projectScenarios = [
  scenario("createProject", 201, "stores the complete name and description", async ({ assay, request }) => {
    const description = "Triage of calls\nto the nurse line, “night” shift 🌙";
    const body = expectBody(
      await request("POST", "/v1/projects", { body: { name: "Nurse line", description } }),
      201,
    );
    expect(body).toEqual({
      id: anId("proj"),
      object: "project",
      name: "Nurse line",
      description,
      created_at: anInstant,
    });
    expect(await assay.projects.get(String(body["id"]))).toEqual(body);
  }),
  scenario("createProject", 201, "returns null for a missing description", async ({ assay }) => {
    expect(await assay.projects.create({ name: "One", description: null })).toMatchObject({
      description: null,
    });
    expect(await assay.projects.create({ name: "Two" })).toMatchObject({ description: null });
  }),
  scenario("createProject", 201, "allows two projects with one name", async (context) => {
    const [first, second] = [await newProject(context), await newProject(context)];
    expect(first.id).not.toBe(second.id);
  }),
  scenario("createProject", 400, "names all faults, with their paths", async ({ request }) => {
    const answer = await request("POST", "/v1/projects", {
      body: { description: 7, "a/b": 1, color: "red" },
    });
    expectFaults(
      answer,
      ["/name", "required", "name is required: it must be a string."],
      ["/description", "invalid_type", "description is 7; it must be a string."],
      ["/a~1b", "unknown_field", "a/b is not a field that this object accepts; accepted: name, description."],
      [
        "/color",
        "unknown_field",
        "color is not a field that this object accepts; accepted: name, description.",
      ],
    );
  }),
  scenario("createProject", 400, "refuses an empty name and one of 201 characters", async ({ request }) => {
    const empty = await request("POST", "/v1/projects", { body: { name: "" } });
    expectFaults(empty, ["/name", "too_small", 'name is ""; it must have at least 1 character.']);
    const long = await request("POST", "/v1/projects", { body: { name: "x".repeat(201) } });
    const shown = `"${"x".repeat(98)}…`;
    expectFaults(long, ["/name", "too_big", `name is ${shown}; it must have at most 200 characters.`]);
  }),
  scenario("createProject", 403, "refuses a key restricted to projects", async (context) => {
    const { id } = await newProject(context);
    const key = await context.newKey({ preset: "admin", projects: [id] });
    expectRefusal(
      await context.request("POST", "/v1/projects", { key, body: { name: "Another" } }),
      projectRestricted(),
    );
  }),
  scenario("createProject", 403, "refuses a read-only key", async ({ newKey, request }) => {
    const key = await newKey({ scopes: ["projects:read"] });
    const answer = await request("POST", "/v1/projects", { key, body: { name: "Another" } });
    expectRefusal(answer, insufficientScope("projects:write"));
  }),
  engineScenario(
    "listProjects",
    200,
    "lists the projects of the workspace, newest first",
    async (context) => {
      const other = await context.otherWorkspace();
      await other.assay.projects.create({ name: "Elsewhere" });
      for (const name of ["First", "Second", "Third"]) await newProject(context, name);
      const page = await context.assay.projects.list();
      expect(page.data.map(({ name }) => name)).toEqual(["Third", "Second", "First"]);
      expect(page).toMatchObject({ object: "list", has_more: false, next_cursor: null });
    },
  ),
  scenario("listProjects", 200, "returns an empty page for an empty workspace", async ({ request }) => {
    const body = expectBody(await request("GET", "/v1/projects"), 200);
    expect(body).toEqual({ object: "list", data: [], has_more: false, next_cursor: null });
  }),
  scenario("listProjects", 200, "shows a restricted key only projects in its reach", async (context) => {
    const [mine] = [await newProject(context, "Mine"), await newProject(context, "Other")];
    const key = await context.newKey({ scopes: ["projects:read"], projects: [mine.id] });
    expect(await all(context.client(key).projects.list())).toEqual([mine]);
  }),
  scenario("listProjects", 400, "refuses a page size that is not 1 to 100", async ({ request }) => {
    const sizes = [
      ["0", "too_small", "limit is 0; it must be at least 1."],
      ["101", "too_big", "limit is 101; it must be at most 100."],
      ["abc", "invalid_type", 'limit is "abc"; it must be an integer.'],
      ["", "invalid_type", 'limit is ""; it must be an integer.'],
      ["1.5", "invalid_type", "limit is 1.5; it must be an integer."],
    ] as const;
    for (const [limit, code, message] of sizes) {
      expectFaults(await request("GET", `/v1/projects?limit=${limit}`), ["query/limit", code, message]);
    }
  }),
  scenario("getProject", 200, "returns a project by id", async (context) => {
    const project = await newProject(context);
    expect(await context.assay.projects.get(project.id)).toEqual(project);
  }),
  scenario(
    "getProject",
    404,
    "returns the same 404 for unknown, foreign and restricted projects",
    async (context) => {
      const elsewhere = await (await context.otherWorkspace()).assay.projects.create({ name: "Elsewhere" });
      const [mine, outOfReach] = [await newProject(context), await newProject(context)];
      const key = await context.newKey({ scopes: ["projects:read"], projects: [mine.id] });
      for (const id of [
        absent.project,
        elsewhere.id,
        "proj_nonsense",
        "ds_01jd0v6c9tf0prpc9h1yhw6y6s",
        "%",
      ]) {
        await expectRejected(context.assay.projects.get(id), notFound("project", id));
      }
      await expectRejected(
        context.client(key).projects.get(outOfReach.id),
        notFound("project", outOfReach.id),
      );
    },
  ),
];
