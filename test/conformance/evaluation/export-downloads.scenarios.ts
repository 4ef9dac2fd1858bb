import {
  exportNotDownloadable,
  rangeNotSatisfiable,
} from "@assay/contract/evaluation/exports/export-refusals";
import { expect } from "vitest";
import { newDataset, newProject } from "../harness/arrange.ts";
import type { RawResponse } from "../harness/context.ts";
import { evaluatedCalls, exported, exportPath } from "../harness/arrange-exports.ts";
import { expectRefusal } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const headersOf = ({ headers }: RawResponse) => ({
  type: headers.get("content-type"),
  length: headers.get("content-length"),
  disposition: headers.get("content-disposition"),
  etag: headers.get("etag"),
  ranges: headers.get("accept-ranges"),
});

/** Scenarios for downloads of an export's file: whole, in parts, or unchanged. */
export const exportDownloadScenarios = [
  scenario("getExportContent", 206, "returns the requested range", async (context) => {
    const { dataset } = await evaluatedCalls(context);
    const { id, sha256, size_bytes: size } = await exported(context, { project: dataset.project });
    const whole = await context.request("GET", exportPath(id, true));
    const text = String(whole.body);
    expect(whole.status).toBe(200);
    expect(headersOf(whole)).toEqual({
      type: "text/csv; charset=utf-8",
      length: String(size),
      disposition: `attachment; filename="${id}.csv"`,
      etag: `"${sha256}"`,
      ranges: "bytes",
    });
    const download = (range: string, ifRange?: string) =>
      context.request("GET", exportPath(id, true), {
        headers: { range, ...(ifRange !== undefined && { "if-range": ifRange }) },
      });
    const last = Number(size) - 1;
    for (const [range, start, end] of [
      ["bytes=0-9", 0, 9],
      ["bytes=10-", 10, last],
      ["bytes=-7", last - 6, last],
      [`bytes=5-${last + 100}`, 5, last],
    ] as const) {
      const part = await download(range);
      expect([part.status, part.body]).toEqual([206, text.slice(start, end + 1)]);
      expect(part.headers.get("content-range")).toBe(`bytes ${start}-${end}/${size}`);
      expect(part.headers.get("content-length")).toBe(String(end - start + 1));
    }
    expect((await download("bytes=1-2", `"${sha256}"`)).status).toBe(206);
    // The server sends the whole file. A part of another version would be useless, and a server may ignore
    // several ranges, other units and invalid ranges.
    for (const [range, ifRange] of [
      ["bytes=1-2", '"other"'],
      ["bytes=0-1,3-4", undefined],
      ["lines=0-1", undefined],
      ["bytes=9-1", undefined],
    ] as const) {
      const answer = await download(range, ifRange);
      expect([answer.status, answer.body]).toEqual([200, text]);
    }
  }),
  scenario("getExportContent", 304, "returns 304 for an unchanged file", async (context) => {
    const { id: project } = await newProject(context);
    const { id, sha256 } = await exported(context, { project });
    const download = (match: string, method = "GET") =>
      context.request(method, exportPath(id, true), {
        headers: { "if-none-match": match, range: "bytes=0-1" },
      });
    for (const match of [`"${sha256}"`, `"other", W/"${sha256}"`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await download(match, method);
        expect([answer.status, answer.body, answer.headers.get("etag")]).toEqual([304, "", `"${sha256}"`]);
      }
    }
    expect((await download('"other"')).status).toBe(206);
    const headers = { "if-none-match": `"${sha256}"` };
    expect((await context.assay.exports.content(id, { headers })).status).toBe(304);
  }),
  scenario("getExportContent", 416, "refuses a range beyond the end of the file", async (context) => {
    const { id: project } = await newProject(context);
    const { id, size_bytes } = await exported(context, { project });
    const size = Number(size_bytes);
    for (const range of [`bytes=${size}-`, "bytes=-0"]) {
      const answer = await context.request("GET", exportPath(id, true), { headers: { range } });
      expectRefusal(answer, rangeNotSatisfiable(range, size));
    }
  }),
  scenario("getExportContent", 200, "responds to HEAD with the headers only", async (context) => {
    const { id: project } = await newProject(context);
    const { id } = await exported(context, { project });
    const whole = await context.request("GET", exportPath(id, true));
    const head = await context.request("HEAD", exportPath(id, true), { headers: { range: "bytes=0-1" } });
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(headersOf(head)).toEqual(headersOf(whole));
  }),
  scenario("getExportContent", 409, "refuses an unfinished and an expired export", async (context) => {
    const { project } = await newDataset(context);
    await context.target.hold();
    const { id } = await context.assay.exports.create({ project, format: "csv" });
    expectRefusal(await context.request("GET", exportPath(id, true)), exportNotDownloadable(id, "pending"));
    context.target.resume();
    await context.assay.exports.wait(id, { pollIntervalMs: 10 });
    expect((await context.request("GET", exportPath(id, true))).status).toBe(200);
    context.target.advance(72 * 3_600_000);
    expectRefusal(await context.request("GET", exportPath(id, true)), exportNotDownloadable(id, "expired"));
  }),
];
