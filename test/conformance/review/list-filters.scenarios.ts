import { notFound, referenceNotFound } from "@assay/contract/platform/refusals";
import { dimensionNotFound, inOtherProject } from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { ratedTask } from "../harness/arrange-adjudication.ts";
import { absent, newProject } from "../harness/arrange.ts";
import { createReviewSetup, newRubric, newTask } from "../harness/arrange-reviews.ts";
import type { Context } from "../harness/context.ts";
import { expectRejected } from "../harness/expectations.ts";
import { engineScenario } from "../harness/scenario.ts";

/** A rated task, and a rubric and a task of another project. */
async function arrange(context: Context) {
  const { setup, task } = await ratedTask(context, 1);
  const { project } = setup;
  const other = await createReviewSetup(context);
  const { id: otherTask } = await newTask(context, other);
  const restricted = context.client(await context.newKey({ preset: "admin", projects: [project] }));
  return { project, rubric: setup.rubric, task, other: { ...other, task: otherTask }, restricted };
}

const known = ["accuracy", "clarity", "harms", "safe"];

/** Scenarios for unknown values in the filters of lists about adjudication. */
export const listFilterScenarios = [
  engineScenario("listDisagreements", 404, "refuses an unknown or inaccessible project", async (context) => {
    const { project, other, restricted } = await arrange(context);
    const unknown = restricted.reviews.disagreements.list({ project: absent.project });
    await expectRejected(unknown, notFound("project", absent.project));
    const beyond = restricted.reviews.disagreements.list({ project: other.project });
    await expectRejected(beyond, notFound("project", other.project));
    expect((await restricted.reviews.disagreements.list({ project })).data).toEqual([]);
  }),
  engineScenario(
    "listDisagreements",
    422,
    "refuses an unknown rubric, task or dimension, because an empty list would look like agreement",
    async (context) => {
      const { project, rubric, task, other, restricted } = await arrange(context);
      const { disagreements } = restricted.reviews;
      for (const id of [other.rubric, "nonsense"])
        await expectRejected(
          disagreements.list({ project, rubric: id }),
          referenceNotFound("rubric", id, "query/rubric"),
        );
      for (const id of [other.task, absent.dataset])
        await expectRejected(
          disagreements.list({ project, task: id }),
          referenceNotFound("review_task", id, "query/task"),
        );
      for (const filter of [{}, { rubric }, { task }])
        await expectRejected(
          disagreements.list({ project, dimension: "acuracy", ...filter }),
          dimensionNotFound("acuracy", known, "query/dimension"),
        );
      expect((await disagreements.list({ project, rubric, task, dimension: "accuracy" })).data).toEqual([]);
      const all = context.assay.reviews.disagreements;
      await expectRejected(
        all.list({ project, rubric: other.rubric }),
        inOtherProject("query/rubric", `Rubric "${other.rubric}"`, project),
      );
      await expectRejected(
        all.list({ project, task: other.task }),
        inOtherProject("query/task", `Review task "${other.task}"`, project),
      );
    },
  ),
  engineScenario("listReferences", 404, "refuses an unknown or inaccessible project", async (context) => {
    const { other, restricted } = await arrange(context);
    for (const id of [absent.project, other.project])
      await expectRejected(restricted.reviews.references.list({ project: id }), notFound("project", id));
  }),
  engineScenario("listReferences", 422, "refuses an unknown rubric or dimension", async (context) => {
    const { rubric, other, restricted } = await arrange(context);
    const { references } = restricted.reviews;
    for (const id of [other.rubric, "nonsense"])
      await expectRejected(references.list({ rubric: id }), referenceNotFound("rubric", id, "query/rubric"));
    for (const filter of [{}, { rubric }])
      await expectRejected(
        references.list({ dimension: "acuracy", ...filter }),
        dimensionNotFound("acuracy", known, "query/dimension"),
      );
  }),
  engineScenario(
    "listReferences",
    422,
    "names the dimensions of the rubrics in the project",
    async (context) => {
      const project = (await newProject(context)).id;
      const { references } = context.assay.reviews;
      await expectRejected(
        references.list({ project, dimension: "tone" }),
        dimensionNotFound("tone", [], "query/dimension"),
      );
      const dimensions = [{ id: "tone", name: "Tone", type: "boolean" as const }];
      await newRubric(context, project, { dimensions });
      expect((await references.list({ project, dimension: "tone" })).data).toEqual([]);
    },
  ),
  engineScenario("listAdjudications", 404, "refuses an unknown or inaccessible project", async (context) => {
    const { other, restricted } = await arrange(context);
    for (const id of [absent.project, other.project])
      await expectRejected(restricted.reviews.adjudications.list({ project: id }), notFound("project", id));
  }),
  engineScenario("listAdjudications", 422, "refuses an unknown rubric or task", async (context) => {
    const { rubric, task, other, restricted } = await arrange(context);
    const { adjudications } = restricted.reviews;
    for (const id of [other.rubric, "nonsense"])
      await expectRejected(
        adjudications.list({ rubric: id }),
        referenceNotFound("rubric", id, "query/rubric"),
      );
    for (const id of [other.task, "nonsense"])
      await expectRejected(
        adjudications.list({ task: id }),
        referenceNotFound("review_task", id, "query/task"),
      );
    expect((await adjudications.list({ rubric, task })).data).toEqual([]);
  }),
];
