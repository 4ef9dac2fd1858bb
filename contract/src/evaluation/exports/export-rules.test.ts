import { describe, expect, test } from "vitest";
import {
  completedExport,
  exportedFile,
  exportStatus,
  namedEvaluations,
  newExport,
  requireExport,
} from "./export-rules.ts";
import { exportToWire, shownExport } from "./export-wire.ts";

const body = {
  project: "proj_1",
  evaluations: ["eval_1", "eval_2"],
  format: "csv" as const,
  include_samples: false,
};
const pending = newExport(body, ["eval_1", "eval_2"], { now: 1000, newId: (kind) => `${kind}_new` });
const written = { rowCount: 7, sizeBytes: 10, sha256: "ab" };
const completed = { ...pending, ...completedExport(written, { completedAt: 2000, keepHours: 1 }) };
const ends = 2000 + 3_600_000;
const refused = (status: number) => expect.objectContaining({ status });

describe("the evaluations that an export names", () => {
  const one = { project: "proj_1", name: "One", status: "completed" };
  const found = (two: object) =>
    new Map([
      ["eval_1", one],
      ["eval_2", { ...one, ...two }],
    ]);

  test("are in the order of the request", () => {
    expect(namedEvaluations(body, found({}))).toEqual(["eval_1", "eval_2"]);
  });

  test("must be accessible, in the project of the export, and completed", () => {
    expect(() => namedEvaluations(body, new Map([["eval_1", one]]))).toThrow(refused(422));
    expect(() => namedEvaluations(body, found({ project: "proj_2", status: "running" }))).toThrow(
      refused(422),
    );
    expect(() => namedEvaluations(body, found({ status: "running" }))).toThrow(refused(409));
  });
});

describe("an export", () => {
  test("is pending when it is new, and has no data about its file", () => {
    expect(exportToWire(pending, { now: 1000, server: "" })).toEqual({
      id: "export_new",
      object: "export",
      status: "pending",
      project: "proj_1",
      format: "csv",
      include_samples: false,
      row_count: null,
      size_bytes: null,
      sha256: null,
      download_url: null,
      expires_at: null,
      error: null,
      created_at: "1970-01-01T00:00:01.000Z",
      completed_at: null,
    });
  });

  test("is expired from the end of its retention on", () => {
    expect([exportStatus(completed, ends - 1), exportStatus(completed, ends)]).toEqual([
      "completed",
      "expired",
    ]);
    const at = (now: number) => exportToWire(completed, { now, server: "https://assay.test" }).download_url;
    expect([at(ends - 1), at(ends)]).toEqual([
      "https://assay.test/v1/scores/exports/export_new/content",
      null,
    ]);
  });

  test("has a file only while it is completed", () => {
    expect(exportedFile(completed, ends - 1)).toEqual({
      contentType: "text/csv; charset=utf-8",
      fileName: "export_new.csv",
      size: 10,
      etag: "ab",
    });
    expect(() => exportedFile(completed, ends)).toThrow(refused(409));
    expect(() => exportedFile(pending, 1000)).toThrow(refused(409));
  });

  test("is refused if unknown", () => {
    expect(() => requireExport(undefined, "exp_1")).toThrow(refused(404));
  });

  test("hides a file's contents from a caller with a pending blind review", () => {
    expect(shownExport(completed, () => true)).toEqual({ ...completed, sizeBytes: null, sha256: null });
    expect(shownExport(completed, () => false)).toBe(completed);
  });
});
