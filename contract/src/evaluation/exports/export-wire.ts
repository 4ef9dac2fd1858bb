import { exportStatus, type StoredExport } from "./export-rules.ts";

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** An export as responses show it. @param view.server where the file is downloaded; empty: at the server that is asked. */
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
 * Exports as they are shown to a caller: of a file that covers what they have still to review blind not what its contents
 * could be guessed by.
 *
 * @param isBlind whether the caller has still to review a sample of one of these evaluations blind.
 */
export const shownExport = (
  stored: StoredExport,
  isBlind: (evaluations: readonly string[]) => boolean,
): StoredExport => (isBlind(stored.evaluations) ? { ...stored, sizeBytes: null, sha256: null } : stored);
