import * as z from "zod";
import { distinct } from "../../platform/validation/distinct.ts";
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
  .meta({ id: "ExportFormat", description: "File format.", examples: ["csv"] });

const status = z.enum(["pending", "running", "completed", "failed", "expired"]).meta({
  id: "ExportStatus",
  description:
    "State of the export. The file exists while the state is `completed`. The state becomes `expired` when the retention period is over and the file is deleted.",
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
  .meta({ description: "Whether rows also contain the sample's `input`, `output` and `expected`." });

const countOrNull = (description: string) => z.int().min(0).nullable().meta({ description });

/** The schema of an export in responses. */
export const exportRecord = z
  .object({
    id: idOf("export"),
    object: z.literal("export").meta({ description: "Always `export`." }),
    status,
    project: idOf("project"),
    format,
    include_samples: includeSamples,
    row_count: countOrNull("Number of rows in the file, or of rows written so far."),
    size_bytes: countOrNull(
      "Size of the file in bytes. Null until completion, and for a reviewer with a pending blind review of one of its samples.",
    ),
    sha256: z.string().max(64).nullable().meta({
      description:
        "SHA-256 hash of the file in hexadecimal, equal to its `ETag`. Null whenever `size_bytes` is null.",
    }),
    download_url: z.string().max(2000).nullable().meta({
      description:
        "URL of the file, which requires the same API key. If the server does not know its own public URL, this is a path on the server.",
    }),
    expires_at: timestamp(
      `Time at which the file is deleted: ${limits.exportHours} hours after completion, unless the server is configured to a different retention period.`,
    ).nullable(),
    error: z.string().max(4000).nullable().meta({ description: "Reason for the failure." }),
    created_at: timestamp(
      "Time of the request. The file contains evaluations that had completed by this time.",
    ),
    completed_at: timestamp("Completion time.").nullable(),
  })
  .meta({
    id: "Export",
    description: "A file with scores, which is written in the background.",
    examples: [exampleExport],
  });

const createExportBody = z
  .strictObject({
    project: reference("project"),
    evaluations: optional(
      distinct(z.array(reference("evaluation")).min(1).max(limits.evaluationsPerExport)).meta({
        description: "Ids of completed evaluations in the project, in the order of the rows; by default all.",
      }),
    ),
    format,
    include_samples: withDefault(includeSamples, false),
  })
  .meta({
    id: "CreateExport",
    description: "The scores to export, and the format of the file.",
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

/** A validated request for a new export, with defaults applied. */
export type CreateExportBody = z.output<typeof createExportBody>;

const tag = "Exports";

export const exportRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/scores/export",
    summary: "Export scores",
    description:
      "Writes a file with one row for each result of completed evaluations, in the background. 409 if a requested evaluation has not completed.",
    headers: idempotencyHeaders,
    body: createExportBody,
    responses: answers({ 202: exportRecord }, 409, 422),
    metadata: { operationId: "createExport", tag, scope: "exports:write", sdk: "exports.create" },
  }),
  list: route({
    method: "GET",
    path: "/v1/scores/exports",
    summary: "List exports",
    description: "Returns exports, newest first, including expired exports.",
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
    description: "Returns one export with its progress, and with the URL of its file once completed.",
    pathParams: pathId("export"),
    responses: answers({ 200: exportRecord }),
    metadata: { operationId: "getExport", tag, scope: "exports:read", sdk: "exports.get" },
  }),
  content: route({
    method: "GET",
    path: "/v1/scores/exports/:id/content",
    summary: "Download an export",
    description:
      "Returns the file. Accepts `Range` with one byte range, `If-Range` with the `ETag`, and `If-None-Match` (304 if unchanged). 409 if the export is not completed or has expired.",
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
