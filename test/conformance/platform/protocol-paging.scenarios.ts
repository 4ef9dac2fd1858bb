import { expect } from "vitest";
import { all, filledDataset, newDataset, newProject } from "../harness/arrange.ts";
import type { Context, RawResponse } from "../harness/context.ts";
import { expectBody, expectFaults } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

async function projects(context: Context, count: number): Promise<string[]> {
  const names: string[] = [];
  for (let index = 1; index <= count; index += 1) names.push((await newProject(context, `P${index}`)).name);
  return names;
}

function expectCursorRefused(answer: RawResponse, cursor: string): void {
  const text = JSON.stringify(cursor);
  const shown = text.length <= 100 ? text : `${text.slice(0, 99)}…`;
  const message = `after is ${shown}; it must be the next_cursor of an earlier page of this list, requested with these filters.`;
  expectFaults(answer, ["query/after", "invalid_cursor", message]);
}

/** Scenarios for lists that are read page by page. */
export const protocolPagingScenarios = [
  engineScenario("listProjects", 200, "returns every row once, for any page size", async (context) => {
    const names = (await projects(context, 7)).toReversed();
    for (const limit of [1, 2, 3, 6, 7, 8, 100]) {
      expect((await all(context.assay.projects.list({ limit }))).map(({ name }) => name)).toEqual(names);
    }
  }),
  scenario(
    "listProjects",
    200,
    "reports no further page when a page ends with the last row",
    async (context) => {
      await projects(context, 4);
      const first = await context.assay.projects.list({ limit: 2 });
      expect(first).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
      const last = await context.assay.projects.list({ limit: 2, after: first.next_cursor ?? "" });
      expect(last).toMatchObject({ has_more: false, next_cursor: null });
      expect(last.data.map(({ name }) => name)).toEqual(["P2", "P1"]);
    },
  ),
  scenario("listProjects", 200, "has pages of 20 by default", async (context) => {
    await projects(context, 21);
    expect((await context.assay.projects.list()).data).toHaveLength(20);
  }),
  engineScenario(
    "listProjects",
    200,
    "does not repeat or lose rows when rows are added between pages",
    async (context) => {
      await projects(context, 4);
      const first = await context.assay.projects.list({ limit: 2 });
      await newProject(context, "Newer");
      const rest = await context.assay.projects.list({ limit: 2, after: first.next_cursor ?? "" });
      const names = [...first.data, ...rest.data].map(({ name }) => name);
      expect(names).toEqual(["P4", "P3", "P2", "P1"]);
    },
  ),
  engineScenario(
    "listDatasets",
    200,
    "does not lose rows when rows are deleted between pages, even the last one returned",
    async (context) => {
      const { assay } = context;
      const { id: project } = await newProject(context);
      const ids: string[] = [];
      for (let index = 0; index < 6; index += 1) ids.unshift((await newDataset(context, project)).id);
      const first = await assay.datasets.list({ limit: 3 });
      await assay.datasets.delete(ids[0] ?? "");
      await assay.datasets.delete(ids[2] ?? "");
      const rest = await assay.datasets.list({ limit: 3, after: first.next_cursor ?? "" });
      expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(3));
    },
  ),
  engineScenario(
    "listSamples",
    200,
    "returns a sample once although it is replaced between pages",
    async (context) => {
      const { assay } = context;
      const { dataset } = await filledDataset(context);
      const first = await assay.samples.list(dataset.id, { limit: 2 });
      const rows = ["call-1", "call-4", "call-9"].map((id) => ({ id, input: "changed" }));
      await assay.datasets.importFile(dataset.id, rows, { mode: "update" });
      const rest = await assay.samples.list(dataset.id, { limit: 9, after: first.next_cursor ?? "" });
      const seen = [...first.data, ...rest.data].map(({ external_id: id }) => id);
      expect(seen).toEqual(["call-1", "call-2", "call-3", "call-4", "call-9"]);
    },
  ),
  scenario("listProjects", 200, "accepts another size for the next page", async (context) => {
    await projects(context, 5);
    const first = await context.assay.projects.list({ limit: 1 });
    const rest = await context.assay.projects.list({ limit: 100, after: first.next_cursor ?? "" });
    expect(rest.data.map(({ name }) => name)).toEqual(["P4", "P3", "P2", "P1"]);
  }),
  scenario("listProjects", 400, "refuses a malformed or forged cursor", async (context) => {
    await projects(context, 2);
    const { next_cursor: cursor } = await context.assay.projects.list({ limit: 1 });
    const good = cursor ?? "";
    const altered = `${good.slice(0, -1)}${good.endsWith("A") ? "B" : "A"}`;
    for (const broken of [altered, good.slice(1), "nonsense", "x".repeat(2000), "MTIz", "é"]) {
      const answer = await context.request("GET", `/v1/projects?after=${encodeURIComponent(broken)}`);
      expectCursorRefused(answer, broken);
    }
    const message = 'after is ""; it must have at least 1 character.';
    expectFaults(await context.request("GET", "/v1/projects?after="), ["query/after", "too_small", message]);
  }),
  scenario("listDatasets", 400, "refuses a cursor of another list or of other filters", async (context) => {
    const { assay, request } = context;
    await projects(context, 2);
    const foreign = (await assay.projects.list({ limit: 1 })).next_cursor ?? "";
    expectCursorRefused(await request("GET", `/v1/datasets?after=${foreign}`), foreign);
    const { project } = await newDataset(context);
    await newDataset(context, project);
    const filtered = (await assay.datasets.list({ project, limit: 1 })).next_cursor ?? "";
    expectBody(await request("GET", `/v1/datasets?project=${project}&after=${filtered}`), 200);
    expectCursorRefused(await request("GET", `/v1/datasets?after=${filtered}`), filtered);
    expectCursorRefused(
      await request("GET", `/v1/datasets?project=${project}&archived=false&after=${filtered}`),
      filtered,
    );
  }),
  scenario("listSamples", 400, "refuses a cursor of another dataset's samples", async (context) => {
    const [first, second] = [await filledDataset(context), await filledDataset(context)];
    const { next_cursor: cursor } = await context.assay.samples.list(first.dataset.id, { limit: 1 });
    const answer = await context.request("GET", `/v1/datasets/${second.dataset.id}/samples?after=${cursor}`);
    expectCursorRefused(answer, cursor ?? "");
  }),
];
