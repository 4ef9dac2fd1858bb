import { exportStatus, type StoredExport } from "./export-rules.ts";

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/**
 * Converts an export to its form in responses.
 *
 * @param view.server base URL of the server for the download URL. If it is empty, the download URL is
 *   relative.
 */
export function exportToWire(stored: StoredExport, view: { now: number; server: string }) {
  const status = exportStatus(stored, view.now);
  const isThere = status === "completed";
  return {
    id: stored.id,
    object: "export" as const,
    status,
    project: stored.project,
    format: stored.format,
    include_samples: stored.includeSamples,
    row_count: stored.rowCount,
    size_bytes: stored.sizeBytes,
    sha256: stored.sha256,
    download_url: isThere ? `${view.server}/v1/scores/exports/${stored.id}/content` : null,
    expires_at: instant(stored.expiresAt),
    error: stored.error,
    created_at: new Date(stored.createdAt).toISOString(),
    completed_at: instant(stored.completedAt),
  };
}

/**
 * Returns an export as the caller may see it. If the caller has a pending blind review of an exported sample,
 * the members that reveal the file's contents are null.
 *
 * @param isBlind returns whether the caller has a pending blind review of a sample in any of the given
 *   evaluations.
 */
export const shownExport = (
  stored: StoredExport,
  isBlind: (evaluations: readonly string[]) => boolean,
): StoredExport => (isBlind(stored.evaluations) ? { ...stored, sizeBytes: null, sha256: null } : stored);
