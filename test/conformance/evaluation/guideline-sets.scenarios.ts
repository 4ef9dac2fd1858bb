import {
  guidelineSetBuiltIn,
  guidelineSetConflict,
} from "@assay/contract/evaluation/guideline-sets/guideline-set-refusals";
import { insufficientScope, projectRestricted } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { all, newProject } from "../harness/arrange.ts";
import {
  anInstant,
  expectBody,
  expectFaults,
  expectRefusal,
  expectRejected,
} from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

/** A guideline set for a nurse line. */
export const nurseLine = {
  name: "nurse_line",
  questions: [
    { id: "onset", text: "When did it start?", synonyms: ["symptom_onset"], weight: 3 },
    { id: "allergies" },
  ],
  required_actions: ["gave_safety_net_advice"],
  forbidden_actions: ["prescribed_medication"],
};

const bare = { required_actions: ["greeted"] };

const path = "/v1/guideline_sets";

export const guidelineSetScenarios = [
  scenario("createGuidelineSet", 201, "stores a set with the defaults", async ({ request }) => {
    const body = expectBody(await request("POST", path, { body: nurseLine }), 201);
    expect(body).toEqual({
      ...nurseLine,
      questions: [nurseLine.questions[0], { id: "allergies", text: null, synonyms: [], weight: 1 }],
      object: "guideline_set",
      created_at: anInstant,
    });
    const few = expectBody(await request("POST", path, { body: { ...bare, name: "bare" } }), 201);
    expect(few).toMatchObject({ questions: [], required_actions: ["greeted"], forbidden_actions: [] });
  }),
  scenario("createGuidelineSet", 400, "refuses a set that every output would pass", async ({ request }) => {
    expectFaults(await request("POST", path, { body: { name: "empty" } }), [
      "",
      "invalid_value",
      "The body must have at least one question, required action or forbidden action.",
    ]);
  }),
  scenario(
    "createGuidelineSet",
    200,
    "returns the stored set for equal contents, with or without defaults",
    async ({ request }) => {
      const stored = expectBody(await request("POST", path, { body: nurseLine }), 201);
      const allergies = { weight: 1, synonyms: null, text: null, id: "allergies" };
      const again = { ...nurseLine, questions: [nurseLine.questions[0], allergies] };
      expect(expectBody(await request("POST", path, { body: again }), 200)).toEqual(stored);
    },
  ),
  scenario(
    "createGuidelineSet",
    409,
    "refuses different contents under an existing name",
    async (context) => {
      const { assay } = context;
      await assay.guidelineSets.create(nurseLine);
      for (const other of [
        { ...nurseLine, forbidden_actions: [] },
        { ...nurseLine, questions: nurseLine.questions.toReversed() },
      ]) {
        await expectRejected(assay.guidelineSets.create(other), guidelineSetConflict("nurse_line"));
      }
      const elsewhere = (await context.otherWorkspace()).assay;
      expect(await elsewhere.guidelineSets.create({ ...bare, name: "nurse_line" })).toMatchObject({
        questions: [],
      });
    },
  ),
  scenario("createGuidelineSet", 409, "refuses the name of a built-in set", async ({ assay }) => {
    const call = assay.guidelineSets.create({ ...bare, name: "general_triage" });
    await expectRejected(call, guidelineSetBuiltIn("general_triage"));
  }),
  scenario(
    "createGuidelineSet",
    400,
    "refuses duplicate questions, duplicate actions and a weight of 0",
    async ({ request }) => {
      const send = (body: object) => request("POST", path, { body: { name: "n", ...body } });
      const questions = [{ id: "onset" }, { id: "start", synonyms: ["ON SET"] }];
      expectFaults(await send({ questions }), [
        "/questions",
        "invalid_value",
        'questions is [{"id":"onset"},{"id":"start","synonyms":["ON SET"]}]; it must not use one id, text or synonym for two questions.',
      ]);
      expectFaults(await send({ required_actions: ["a"], forbidden_actions: ["b", "A"] }), [
        "/forbidden_actions",
        "invalid_value",
        'forbidden_actions is ["b","A"]; it must not have an action that required_actions contains.',
      ]);
      expectFaults(
        await send({ questions: [{ id: "", weight: 0 }], required_actions: ["a", "a"], extra: 1 }),
        ["/questions/0/id", "too_small", 'id is ""; it must have at least 1 character.'],
        ["/questions/0/weight", "too_small", "weight is 0; it must be more than 0."],
        [
          "/required_actions",
          "invalid_value",
          'required_actions is ["a","a"]; it must be distinct (case, apostrophes, spaces, underscores and dashes are ignored).',
        ],
        [
          "/extra",
          "unknown_field",
          "extra is not a field that this object accepts; accepted: name, questions, required_actions, forbidden_actions.",
        ],
      );
    },
  ),
  scenario(
    "createGuidelineSet",
    403,
    "refuses a key restricted to projects and a read-only key",
    async (context) => {
      const { id } = await newProject(context);
      const restricted = await context.newKey({ preset: "admin", projects: [id] });
      expectRefusal(
        await context.request("POST", path, { key: restricted, body: nurseLine }),
        projectRestricted(),
      );
      const viewer = await context.newKey({ preset: "viewer" });
      const answer = await context.request("POST", path, { key: viewer, body: nurseLine });
      expectRefusal(answer, insufficientScope("evaluations:write"));
    },
  ),
  scenario("listGuidelineSets", 200, "lists stored sets newest first, page by page", async (context) => {
    const { assay } = context;
    expect((await assay.guidelineSets.list()).data).toEqual([]);
    for (const name of ["b", "c", "a"]) await assay.guidelineSets.create({ ...bare, name });
    await (await context.otherWorkspace()).assay.guidelineSets.create({ ...bare, name: "d" });
    expect((await all(assay.guidelineSets.list({ limit: 1 }))).map(({ name }) => name)).toEqual([
      "a",
      "c",
      "b",
    ]);
    const page = await assay.guidelineSets.list({ limit: 2 });
    expect(page.data.map(({ name }) => name)).toEqual(["a", "c"]);
  }),
  scenario("listGuidelineSets", 400, "refuses an unknown parameter", async ({ request }) => {
    const message = "name is not a parameter that this query accepts; accepted: limit, after.";
    expectFaults(await request("GET", `${path}?name=a`), ["query/name", "unknown_field", message]);
  }),
];
