import type { CreateExportBody } from "@assay/contract/evaluation/exports/exports";
import type { Download } from "@assay/contract/platform/c";
import {
  exportNotDownloadable,
  exportedInOtherProject,
  exportedNotCompleted,
} from "@assay/contract/evaluation/exports/export-refusals";
import { notFound, referenceNotFound } from "@assay/contract/platform/refusals";
import { viewOf } from "../evaluations/evaluation-run.ts";
import { isBlindTo, refuseBlindEvaluations } from "../evaluations/blind-evaluations.ts";
import { exportStateOf, exportToWire } from "./export-view.ts";
import { exportedRows } from "./exported-rows.ts";
import { sha256Hex } from "../../platform/state/mock-secrets.ts";
import { newestFirst, pageOf } from "../../platform/http/paging.ts";
import { reaches, referredProject } from "../../workspace/reach.ts";
import type { EvaluationRow, ExportRow } from "../evaluation-rows.ts";
import type { EvaluationCall, EvaluationCaller, EvaluationHandlers } from "../evaluation-tables.ts";

/** The evaluations that a body names, or all that have completed. @throws {ApiError} 422, 409. */
function evaluationsOf(call: EvaluationCall, { evaluations, project }: CreateExportBody): EvaluationRow[] {
  const { caller } = call;
  if (evaluations) return evaluations.map((id, index) => named(call, { id, index, project }));
  return [...caller.workspace.evaluations.values()].filter(
    (row) => row.project === project && viewOf(row, call).status === "completed",
  );
}

function named(call: EvaluationCall, { id, index, project }: { id: string; index: number; project: string }) {
  const row = call.caller.workspace.evaluations.get(id);
  const path = `/evaluations/${index}`;
  if (!row || !reaches(call.caller, row.project)) throw referenceNotFound("evaluation", id, path);
  if (row.project !== project) throw exportedInOtherProject(id, row.project, path);
  const { status } = viewOf(row, call);
  if (status !== "completed") throw exportedNotCompleted(row.name, id, status);
  return row;
}

async function createExport(call: EvaluationCall, body: CreateExportBody): Promise<ExportRow> {
  const { id: project } = referredProject(call.caller, body.project, "/project");
  const evaluations = evaluationsOf(call, body);
  refuseBlindEvaluations(
    call,
    evaluations.map(({ id }) => id),
  );
  const rows = exportedRows(evaluations, call);
  // Loaded when it is called for: most tests export nothing.
  const { exportWriter } = await import("@assay/contract/export-files");
  const writer = exportWriter(body.format, body.include_samples);
  // A piece is good until the next is asked for.
  const pieces = [() => writer.write(rows), () => writer.end()].map((next) => new Uint8Array(next()));
  const file = new Uint8Array(await new Blob(pieces).arrayBuffer());
  const row: ExportRow = {
    id: call.newId("export"),
    project,
    format: body.format,
    includeSamples: body.include_samples,
    evaluations: evaluations.map(({ id }) => id),
    file,
    sha256: await sha256Hex(file),
    rowCount: rows.length,
    createdAt: call.clock.now(),
    createdWork: call.clock.workNow(),
    failure: null,
    announced: false,
  };
  call.caller.workspace.exports.set(row.id, row);
  return row;
}

/** An export that the caller can reach. @throws {ApiError} 404. */
function getExport(caller: EvaluationCaller, id: string): ExportRow {
  const row = caller.workspace.exports.get(id);
  if (!row || !reaches(caller, row.project)) throw notFound("export", id);
  return row;
}

/** The file of an export. @throws {ApiError} 409 when it is not there; 403 for the blind. */
async function contentOf(row: ExportRow, call: EvaluationCall): Promise<Download> {
  const { status } = exportStateOf(row, call);
  if (status !== "completed") throw exportNotDownloadable(row.id, status);
  refuseBlindEvaluations(call, row.evaluations);
  const { exportMediaTypes } = await import("@assay/contract/export-files");
  const { file } = row;
  return {
    contentType: exportMediaTypes[row.format],
    fileName: `${row.id}.${row.format}`,
    size: file.length,
    etag: row.sha256,
    async *read(start, end) {
      yield file.subarray(start, end);
    },
  };
}

/** An export as its caller may see it: of a file that covers what they have still to review blind not what it could be guessed by. */
const shownTo = (call: EvaluationCall) => (row: ExportRow) => {
  const wire = exportToWire(call)(row);
  return isBlindTo(call, row.evaluations) ? { ...wire, size_bytes: null, sha256: null } : wire;
};

/** The routes of exports. */
export const exportHandlers: EvaluationHandlers<"exports"> = {
  create: ({ body }, call) =>
    call.commit(async () => ({
      status: 202 as const,
      body: exportToWire(call)(await createExport(call, body)),
    })),
  list: ({ query }, call) => {
    const rows = [...call.caller.workspace.exports.values()].filter(({ project }) =>
      reaches(call.caller, project),
    );
    const list = { list: "exports", filter: {}, toWire: shownTo(call), ...newestFirst };
    return { status: 200, body: pageOf(rows, query, list) };
  },
  get: ({ params }, call) => ({ status: 200, body: shownTo(call)(getExport(call.caller, params.id)) }),
  content: async ({ params }, call) => ({
    status: 200,
    body: await contentOf(getExport(call.caller, params.id), call),
  }),
};
