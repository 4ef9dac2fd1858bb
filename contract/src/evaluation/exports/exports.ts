import * as z from "zod";
import { answers, c, download, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  listOf,
  optional,
  paging,
  pathId,
  reference,
  timestamp,
  withDefault,
} from "../../platform/common.ts";
import {
  exampleDigest,
  exampleIds,
  exampleInstant,
  exampleLaterInstant,
} from "../../platform/example-values.ts";
import { exportFormats, exportMediaTypes } from "../../export-files/export-format.ts";
import { limits } from "../../platform/limits.ts";

const format = z
  .enum(exportFormats)
  .meta({ id: "ExportFormat", description: "What kind of file is written.", examples: ["csv"] });

const status = z.enum(["pending", "running", "completed", "failed", "expired"]).meta({
  id: "ExportStatus",
  description: "The file is there while it is `completed`; `expired`: its time is over, and it is deleted.",
  examples: ["completed"],
});

const exampleExport = {
  id: exampleIds.export,
  object: "export" as const,
  status: "completed" as const,
  project: exampleIds.project,
  format: "csv" as const,
  include_samples: false,
  row_count: 1250,
  size_bytes: 302_118,
  sha256: exampleDigest,
  download_url: `/v1/scores/exports/${exampleIds.export}/content`,
  expires_at: "2026-03-05T09:30:07.412Z",
  error: null,
  created_at: exampleInstant,
  completed_at: exampleLaterInstant,
};

const includeSamples = z
  .boolean()
  .meta({ description: "Whether rows carry the sample's `input`, `output` and `expected` too." });

const countOrNull = (description: string) => z.int().min(0).nullable().meta({ description });

/** An export file, as in responses. */
export const exportRecord = z
  .object({
    id: idOf("export"),
    object: z.literal("export").meta({ description: "Always `export`." }),
    status,
    project: idOf("project"),
    format,
    include_samples: includeSamples,
    row_count: countOrNull("Rows of the file; while it is written, those so far."),
    size_bytes: countOrNull(
      "Bytes of the file; null until it is complete, and for a reviewer with a blind review of a sample in it still to submit.",
    ),
    sha256: z.string().max(64).nullable().meta({
      description: "SHA-256 of the file in hexadecimal, which is its `ETag` too; null as `size_bytes` is.",
    }),
    download_url: z.string().max(2000).nullable().meta({
      description:
        "Where the file is, with the same API key; a path of this server unless it knows its address.",
    }),
    expires_at: timestamp(
      `When the file is deleted: ${limits.exportHours} hours after it is complete, unless the server is set up otherwise.`,
    ).nullable(),
    error: z.string().max(4000).nullable().meta({ description: "Why it failed." }),
    created_at: timestamp("When it was asked for: what had completed by then is in it."),
    completed_at: timestamp("When the file was complete.").nullable(),
  })
  .meta({
    id: "Export",
    description: "A file of scores, written in the background.",
    examples: [exampleExport],
  });

const createExportBody = z
  .strictObject({
    project: reference("project"),
    evaluations: optional(
      z
        .array(reference("evaluation"))
        .min(1)
        .max(limits.evaluationsPerExport)
        .refine((ids) => new Set(ids).size === ids.length, { error: "must be distinct" })
        .meta({
          description:
            "Completed evaluations of the project, in the order of the rows; left out: all there are.",
        }),
    ),
    format,
    include_samples: withDefault(includeSamples, false),
  })
  .meta({
    id: "CreateExport",
    description: "Which scores to write, and how.",
    examples: [
      { project: exampleIds.project, format: "csv" },
      {
        project: exampleIds.project,
        evaluations: [exampleIds.evaluation],
        format: "parquet",
        include_samples: true,
      },
    ],
  });

/** A validated request for a new export, with its defaults. */
export type CreateExportBody = z.output<typeof createExportBody>;

const tag = "Exports";

export const exportRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/scores/export",
    summary: "Export scores",
    description:
      "Writes a file with one row per result of completed evaluations, in the background. An evaluation that has not completed: 409.",
    headers: idempotencyHeaders,
    body: createExportBody,
    responses: answers({ 202: exportRecord }, 409, 422),
    metadata: { operationId: "createExport", tag, scope: "exports:write", sdk: "exports.create" },
  }),
  list: route({
    method: "GET",
    path: "/v1/scores/exports",
    summary: "List exports",
    description: "Newest first; those that have expired are among them.",
    query: z.strictObject({ ...paging }),
    responses: answers({ 200: listOf("ExportList", exportRecord, exampleExport) }),
    metadata: {
      operationId: "listExports",
      tag,
      scope: "exports:read",
      sdk: "exports.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/scores/exports/:id",
    summary: "Get an export",
    description: "One export: how far it is, and where its file is once it has completed.",
    pathParams: pathId("export"),
    responses: answers({ 200: exportRecord }),
    metadata: { operationId: "getExport", tag, scope: "exports:read", sdk: "exports.get" },
  }),
  content: route({
    method: "GET",
    path: "/v1/scores/exports/:id/content",
    summary: "Download an export",
    description:
      "The file itself. Takes `Range` with one range of bytes, and `If-Range` with the `ETag`; with it as `If-None-Match` the answer is 304. Not completed, or expired: 409.",
    pathParams: pathId("export"),
    responses: { ...answers({}, 409, 416), 200: download, 206: download, 304: c.noBody() },
    metadata: {
      operationId: "getExportContent",
      tag,
      scope: "exports:read",
      sdk: "exports.content",
      download: Object.values(exportMediaTypes),
    },
  }),
});
