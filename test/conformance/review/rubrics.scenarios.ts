import { insufficientScope, notFound, referenceNotFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent, all, newProject } from "../harness/arrange.ts";
import { absentOfReviews, dimensions, newRubric } from "../harness/arrange-reviews.ts";
import {
  anId,
  anInstant,
  expectBody,
  expectFaults,
  expectRefusal,
  expectRejected,
} from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const path = "/v1/reviews/rubrics";
const scale = { id: "s", name: "S", type: "scale", min: 1, max: 5 };
const options = [{ value: "a", label: "A" }];

/** Scenarios for rubrics, which define how reviewers grade. */
export const rubricScenarios = [
  scenario(
    "createRubric",
    201,
    "stores a rubric with the defaults, without optional fields",
    async (context) => {
      const { id: project } = await newProject(context);
      const sent = { name: "Triage safety", project, dimensions };
      const body = expectBody(await context.request("POST", path, { body: sent }), 201);
      expect(body).toEqual({
        ...sent,
        id: anId("rub"),
        object: "rubric",
        dimensions: [
          { ...dimensions[0], required: true, ordered: false },
          { ...dimensions[1], ordered: false },
        ],
        description: null,
        version: 1,
        created_at: anInstant,
      });
      expect(await context.assay.reviews.rubrics.get(String(body["id"]))).toEqual(body);
    },
  ),
  scenario("createRubric", 201, "stores every type of dimension unchanged", async (context) => {
    const { id: project } = await newProject(context);
    const every = [
      {
        ...scale,
        required: false,
        labels: { "1": "bad", "2.5": "middling", "5": "good" },
        guidance: "Think.",
      },
      { id: "b", name: "B", type: "boolean" as const, required: true },
      { id: "m", name: "M", type: "multi_select" as const, required: true, options },
      {
        id: "c",
        name: "C",
        type: "categorical" as const,
        required: true,
        ordered: true,
        options: [
          { value: 1, label: "One", score_impact: -12.5, safety_flag: true },
          { value: "two", label: "Two", score_impact: 0, safety_flag: false },
        ],
      },
    ];
    const body = { name: "All", project, description: "Everything there is.", dimensions: every };
    expect(expectBody(await context.request("POST", path, { body }), 201)).toMatchObject(body);
  }),
  scenario("createRubric", 201, "numbers the versions of a name in a project", async (context) => {
    const [here, there] = [await newProject(context, "Here"), await newProject(context, "There")];
    const versionOf = async (project: string, name: string) =>
      (await newRubric(context, project, { name })).version;
    expect(await versionOf(here.id, "a")).toBe(1);
    expect(await versionOf(here.id, "a")).toBe(2);
    expect(await versionOf(here.id, "b")).toBe(1);
    expect(await versionOf(there.id, "a")).toBe(1);
    const several = await Promise.all(Array.from({ length: 4 }, () => versionOf(here.id, "a")));
    expect(several.toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6]);
  }),
  scenario("createRubric", 400, "names all faults of all dimensions", async (context) => {
    const { id: project } = await newProject(context);
    const send = (...given: object[]) =>
      context.request("POST", path, { body: { name: "R", project, dimensions: given } });
    const named = (id: string, type: string, further = {}) => ({ id, name: id, type, ...further });
    expectFaults(
      await send(
        named("c", "categorical"),
        named("m", "multi_select", { options: [] }),
        named("b", "boolean", { options, min: 1, labels: { "1": "x" }, ordered: true }),
        named("s", "scale"),
        named("r", "scale", { min: 5, max: 5 }),
        named("l", "scale", { min: 1, max: 5, labels: { "6": "beyond", x: "none" }, options }),
        named("d", "categorical", { options: [...options, { value: "b", label: "B" }, ...options] }),
      ),
      [
        "/dimensions/0/options",
        "required",
        "options is required: it must have at least one option: the dimension is categorical.",
      ],
      [
        "/dimensions/1/options",
        "invalid_value",
        "options is []; it must have at least one option: the dimension is multi_select.",
      ],
      [
        "/dimensions/2/options",
        "invalid_value",
        'options is [{"value":"a","label":"A"}]; it must be absent: the dimension is boolean.',
      ],
      [
        "/dimensions/2/ordered",
        "invalid_value",
        "ordered is true; it must be false: the dimension is boolean.",
      ],
      ["/dimensions/2/min", "invalid_value", "min is 1; it must be absent: the dimension is boolean."],
      [
        "/dimensions/2/labels",
        "invalid_value",
        'labels is {"1":"x"}; it must be absent: the dimension is boolean.',
      ],
      ["/dimensions/3/min", "required", "min is required: the dimension is a scale."],
      ["/dimensions/3/max", "required", "max is required: the dimension is a scale."],
      ["/dimensions/4/min", "invalid_value", "min is 5; it must be below max, which is 5."],
      [
        "/dimensions/5/options",
        "invalid_value",
        'options is [{"value":"a","label":"A"}]; it must be absent: the dimension is scale.',
      ],
      [
        "/dimensions/5/labels/6",
        "invalid_value",
        '6 is "beyond"; it must have a number from 1 to 5 as its key.',
      ],
      [
        "/dimensions/5/labels/x",
        "invalid_value",
        'x is "none"; it must have a number from 1 to 5 as its key.',
      ],
      [
        "/dimensions/6/options/2/value",
        "invalid_value",
        'value is "a"; it must be unique among the options.',
      ],
    );
    expectFaults(await send(scale, { ...scale, id: "__proto__" }), [
      "/dimensions/1/id",
      "invalid_value",
      'id is "__proto__"; it must not be __proto__ or contain U+0000.',
    ]);
    const labels: unknown = JSON.parse('{"__proto__":"poor"}');
    expectFaults(await send({ ...scale, labels }), [
      "/dimensions/0/labels",
      "invalid_value",
      'labels is {"__proto__":"poor"}; it must not have a member named __proto__.',
    ]);
    expectFaults(await send(scale, scale), [
      "/dimensions/1/id",
      "invalid_value",
      'id is "s"; it must be unique among the dimensions.',
    ]);
    expectFaults(await send(), [
      "/dimensions",
      "too_small",
      "dimensions is []; it must have at least 1 item.",
    ]);
  }),
  scenario(
    "createRubric",
    422,
    "refuses an unknown project, and one that the key cannot access",
    async (context) => {
      const [here, there] = [await newProject(context, "Here"), await newProject(context, "There")];
      const missing = referenceNotFound("project", absent.project, "/project");
      await expectRejected(newRubric(context, absent.project), missing);
      const restricted = context.client(await context.newKey({ preset: "admin", projects: [here.id] }));
      await expectRejected(
        restricted.reviews.rubrics.create({ name: "R", project: there.id, dimensions }),
        referenceNotFound("project", there.id, "/project"),
      );
      expect(
        await restricted.reviews.rubrics.create({ name: "R", project: here.id, dimensions }),
      ).toMatchObject({
        project: here.id,
      });
    },
  ),
  scenario("createRubric", 403, "refuses a read-only key", async (context) => {
    const { id: project } = await newProject(context);
    const key = await context.newKey({ preset: "viewer" });
    const answer = await context.request("POST", path, { key, body: { name: "R", project, dimensions } });
    expectRefusal(answer, insufficientScope("reviews:write"));
  }),
  scenario(
    "listRubrics",
    200,
    "lists newest first, page by page, filters by project, and omits rubrics that the key cannot access",
    async (context) => {
      const [here, there] = [await newProject(context, "Here"), await newProject(context, "There")];
      await newRubric(context, here.id, { name: "a" });
      await newRubric(context, there.id, { name: "b" });
      await newRubric(context, here.id, { name: "c" });
      const { rubrics } = context.assay.reviews;
      const names = async (query: Parameters<typeof rubrics.list>[0], lister = rubrics) =>
        (await all(lister.list({ limit: 1, ...query }))).map(({ name }) => name);
      expect(await names({})).toEqual(["c", "b", "a"]);
      expect(await names({ project: here.id })).toEqual(["c", "a"]);
      expect(await names({ project: "none" })).toEqual([]);
      const restricted = context.client(await context.newKey({ preset: "admin", projects: [there.id] }));
      expect(await names({}, restricted.reviews.rubrics)).toEqual(["b"]);
      expect(await names({ project: here.id }, restricted.reviews.rubrics)).toEqual([]);
    },
  ),
  scenario("listRubrics", 400, "refuses an unknown parameter", async ({ request }) => {
    const message = "name is not a parameter that this query accepts; accepted: project, limit, after.";
    expectFaults(await request("GET", `${path}?name=a`), ["query/name", "unknown_field", message]);
  }),
  scenario("getRubric", 200, "returns any version of a rubric, even an older one", async (context) => {
    const { id: project } = await newProject(context);
    const first = await newRubric(context, project);
    await newRubric(context, project, { description: "Better." });
    expect(await context.assay.reviews.rubrics.get(first.id)).toEqual(first);
  }),
  scenario(
    "getRubric",
    404,
    "returns 404 for rubrics of other workspaces, and for projects that the key cannot access",
    async (context) => {
      const [here, there] = [await newProject(context, "Here"), await newProject(context, "There")];
      const { id } = await newRubric(context, there.id);
      const restricted = context.client(await context.newKey({ preset: "admin", projects: [here.id] }));
      await expectRejected(restricted.reviews.rubrics.get(id), notFound("rubric", id));
      const other = await context.otherWorkspace();
      await expectRejected(other.assay.reviews.rubrics.get(id), notFound("rubric", id));
      const { rubric } = absentOfReviews;
      await expectRejected(context.assay.reviews.rubrics.get(rubric), notFound("rubric", rubric));
    },
  ),
];
