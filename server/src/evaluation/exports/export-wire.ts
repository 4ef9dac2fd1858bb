import { formatId } from "@assay/contract/platform/ids";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { ExportRow } from "./export-queries.ts";

const instant = (date: Date | null): string | null => date && date.toISOString();

/** The state of an export: one whose time is over has expired, though its file may not be deleted yet. */
export function statusOf({ status, expires_at: expiresAt }: ExportRow, now: Date): ExportRow["status"] {
  return status === "completed" && expiresAt && expiresAt <= now ? "expired" : status;
}

/** An export as it goes over the wire. */
export function exportToWire(row: ExportRow, { now, config }: Pick<PlatformDeps, "now" | "config">) {
  const id = formatId("export", row.id);
  const status = statusOf(row, now());
  const server = config.publicUrl?.replace(/\/+$/, "") ?? "";
  return {
    id,
    object: "export" as const,
    status,
    project: formatId("project", row.project_id),
    format: row.format,
    include_samples: row.include_samples,
    row_count: row.row_count,
    size_bytes: row.size_bytes,
    sha256: row.sha256 && row.sha256.toString("hex"),
    download_url: status === "completed" ? `${server}/v1/scores/exports/${id}/content` : null,
    expires_at: instant(row.expires_at),
    error: row.error,
    created_at: row.created_at.toISOString(),
    completed_at: instant(row.completed_at),
  };
}
