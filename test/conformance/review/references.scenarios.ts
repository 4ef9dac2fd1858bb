import { blindPending, dimensionNotFound, inOtherProject } from "@assay/contract/review/review-refusals";
import { datasetArchived, referenceNotFound } from "@assay/contract/platform/refusals";
import type { ApplyReferences } from "@assay/sdk";
import { expect } from "vitest";
import { absent, all, filledDataset } from "../harness/arrange.ts";
import { disputed, newAdjudicator, rate, ratedTask } from "../harness/arrange-adjudication.ts";
import { absentOfReviews, newReviewer } from "../harness/arrange-reviews.ts";
import type { Context } from "../harness/context.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/v1/reviews/references/apply";

/** Creates samples of which the first is adjudicated, the second unanimous, and the third has a majority. */
async function labeled(context: Context) {
  const rated = await ratedTask(context, 3);
  const { project, rubric, samples, dataset } = rated.setup;
  const [one = "", two = "", three = ""] = samples;
  const grade = (sample: string, values: readonly unknown[]) =>
    rate(context, rated, { sample, dimension: "clarity", values });
  await grade(one, [1, 3, 5]);
  await grade(two, [4, 4, null]);
  await grade(three, [2, 2, 5]);
  const cleo = await newAdjudicator(context);
  const { id: adjudication } = await cleo.assay.reviews.adjudications.create({
    task: rated.task,
    sample: one,
    grades: { clarity: { value: 3 } },
  });
  const about = { project, rubric, dimension: "clarity", dataset: dataset.id };
  return { ...rated, project, rubric, dataset, one, two, three, adjudication, about };
}

/** Scenarios for reference labels, and for writing them to datasets. */
export const referenceScenarios = [
  engineScenario(
    "listReferences",
    200,
    "lists adjudicated and unanimous grades, but no majority",
    async (context) => {
      const { project, rubric, one, two, adjudication } = await labeled(context);
      const { references } = context.assay.reviews;
      const externalId = async (id: string) => (await context.assay.samples.get(id)).external_id;
      const labels = await all(references.list({ project, rubric, dimension: "clarity" }));
      const of = { object: "reference_label", rubric, dimension: "clarity" };
      const first = { ...of, sample: one, external_id: await externalId(one), value: 3, n: 3 };
      const second = { ...of, sample: two, external_id: await externalId(two), value: 4, n: 2 };
      expect(labels).toEqual([
        { ...first, source: "adjudicated", adjudication },
        { ...second, source: "unanimous", adjudication: null },
      ]);
      expect(await all(references.list({ limit: 1 }))).toEqual(labels);
      expect(await all(references.list({ source: "unanimous" }))).toEqual(labels.slice(1));
      expect(await all(references.list({ source: "adjudicated" }))).toEqual(labels.slice(0, 1));
      expect(await all(references.list({ dimension: "accuracy" }))).toEqual([]);
    },
  ),
  scenario("listReferences", 200, "follows a superseding adjudication", async (context) => {
    const { task, sample, project } = await disputed(context);
    const { assay } = await newAdjudicator(context);
    const { adjudications, references } = assay.reviews;
    const { id } = await adjudications.create({ task, sample, grades: { clarity: { value: 2 } } });
    expect(await all(references.list({ project }))).toMatchObject([{ value: 2, adjudication: id }]);
    const later = await adjudications.create({
      task,
      sample,
      supersedes: id,
      grades: { clarity: { value: null, not_assessable: true }, accuracy: { value: "correct" } },
    });
    expect(await all(references.list({ project }))).toMatchObject([
      { dimension: "accuracy", value: "correct", n: 2, adjudication: later.id },
    ]);
  }),
  scenario(
    "listReferences",
    200,
    "omits samples that the caller has yet to review blind",
    async (context) => {
      const { project, rubric, one, two } = await labeled(context);
      const { assay, client, newKey } = context;
      const task = await assay.reviews.tasks.create({ project, rubric, samples: [two], blind: true });
      const { id: reviewer } = await newReviewer(context);
      const lead = client(await newKey({ preset: "lead", reviewer }));
      await lead.reviews.tasks.claim(task.id);
      const seen = await all(lead.reviews.references.list({ project }));
      expect(seen.map(({ sample }) => sample)).toEqual([one]);
    },
  ),
  scenario("listReferences", 400, "refuses an unknown source", async ({ request }) => {
    expectFaults(await request("GET", "/v1/reviews/references?source=majority"), [
      "query/source",
      "invalid_value",
      'source is "majority"; it must be one of adjudicated, unanimous.',
    ]);
  }),
  engineScenario(
    "applyReferences",
    200,
    "writes labels as one version, with the counts of a dry run, and changes nothing when repeated",
    async (context) => {
      const { about, one, two, three, dataset } = await labeled(context);
      const { assay } = context;
      const present = async () => (await assay.datasets.get(dataset.id)).version;
      const before = await present();
      const hashes = (await assay.samples.get(one)).case_hash;
      const body: ApplyReferences = { ...about, path: "/clarity/mean" };
      const dry = await assay.reviews.references.apply(body);
      expect(dry).toEqual({
        updated: 2,
        unchanged: 0,
        skipped: [],
        skipped_count: 0,
        dataset_version: before,
      });
      expect(await present()).toBe(before);
      const written = await assay.reviews.references.apply({ ...body, dry_run: false });
      expect(written).toEqual({ ...dry, dataset_version: before + 1 });
      const expectedOf = async (id: string) => (await assay.samples.get(id)).expected;
      const given = dataset.sample_count > 0 ? await expectedOf(three) : null;
      expect(await expectedOf(one)).toMatchObject({ clarity: { mean: 3 } });
      expect(await expectedOf(two)).toMatchObject({ clarity: { mean: 4 } });
      expect(given).not.toHaveProperty("clarity");
      expect((await assay.samples.get(one)).case_hash).not.toBe(hashes);
      const [version] = await all(assay.datasets.versions(dataset.id));
      expect(version).toMatchObject({ version: before + 1, change: "samples", inserted: 0, updated: 2 });
      const old = await all(assay.samples.list(dataset.id, { version: before }));
      expect(old.find(({ id }) => id === one)?.expected).not.toHaveProperty("clarity");
      expect(await assay.reviews.references.apply({ ...body, dry_run: false })).toEqual({
        ...written,
        updated: 0,
        unchanged: 2,
      });
      expect(await present()).toBe(before + 1);
    },
  ),
  scenario("applyReferences", 200, "skips samples in which the path is not an object", async (context) => {
    const { about, one, two } = await labeled(context);
    const { assay } = context;
    await assay.reviews.references.apply({
      ...about,
      path: "/level",
      sources: ["adjudicated"],
      dry_run: false,
    });
    const body: ApplyReferences = { ...about, path: "/level/deep" };
    const answer = await assay.reviews.references.apply({ ...body, dry_run: false });
    const skipped = [{ sample: one, reason: "path_not_object" }];
    expect(answer).toMatchObject({ updated: 1, unchanged: 0, skipped, skipped_count: 1 });
    expect((await assay.samples.get(two)).expected).toMatchObject({ level: { deep: 4 } });
    const whole = { ...about, path: "", sources: ["unanimous" as const], dry_run: false };
    expect(await assay.reviews.references.apply(whole)).toMatchObject({ updated: 1, skipped_count: 0 });
    expect((await assay.samples.get(two)).expected).toBe(4);
  }),
  scenario("applyReferences", 422, "refuses unknown ids, and ids of other projects", async (context) => {
    const { about, rubric } = await labeled(context);
    const { dataset: other } = await filledDataset(context);
    const apply = (further: Partial<ApplyReferences>) =>
      context.assay.reviews.references.apply({ ...about, path: "/level", ...further });
    await expectRejected(
      apply({ project: absent.project }),
      referenceNotFound("project", absent.project, "/project"),
    );
    await expectRejected(
      apply({ rubric: absentOfReviews.rubric }),
      referenceNotFound("rubric", absentOfReviews.rubric, "/rubric"),
    );
    await expectRejected(
      apply({ project: other.project }),
      inOtherProject("/rubric", `Rubric "${rubric}"`, other.project),
    );
    await expectRejected(
      apply({ dimension: "tone" }),
      dimensionNotFound("tone", ["accuracy", "clarity", "safe", "harms"]),
    );
    await expectRejected(
      apply({ dataset: absent.dataset }),
      referenceNotFound("dataset", absent.dataset, "/dataset"),
    );
    await expectRejected(
      apply({ dataset: other.id }),
      inOtherProject("/dataset", `Dataset "${other.id}"`, about.project),
    );
  }),
  scenario("applyReferences", 409, "refuses an archived dataset", async (context) => {
    const { about } = await labeled(context);
    await context.assay.datasets.update(about.dataset, { archived: true });
    for (const dry_run of [true, false])
      await expectRejected(
        context.assay.reviews.references.apply({ ...about, path: "/level", dry_run }),
        datasetArchived(about.dataset),
      );
  }),
  scenario("applyReferences", 403, "is refused while a sample is reviewed blind", async (context) => {
    const { about, project, rubric, two } = await labeled(context);
    const { assay, client, newKey } = context;
    const task = await assay.reviews.tasks.create({ project, rubric, samples: [two], blind: true });
    const { id: reviewer } = await newReviewer(context);
    const lead = client(await newKey({ preset: "lead", reviewer }));
    await lead.reviews.tasks.claim(task.id);
    await expectRejected(lead.reviews.references.apply({ ...about, path: "/level" }), blindPending());
  }),
  scenario("applyReferences", 400, "requires a JSON Pointer of ordinary members", async ({ request }) => {
    const body = { project: "p", rubric: "r", dimension: "d", dataset: "s" };
    expectFaults(await request("POST", path, { body: { ...body, path: "level" } }), [
      "/path",
      "invalid_value",
      'path is "level"; it must be a JSON Pointer such as /triage_level.',
    ]);
    expectFaults(await request("POST", path, { body: { ...body, path: "/__proto__/level" } }), [
      "/path",
      "invalid_value",
      'path is "/__proto__/level"; it must not contain the segment __proto__.',
    ]);
    expectFaults(await request("POST", path, { body: { ...body, path: "/a".repeat(33) } }), [
      "/path",
      "invalid_value",
      `path is "${"/a".repeat(33)}"; it must have at most 32 segments.`,
    ]);
  }),
];
