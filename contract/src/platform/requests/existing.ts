import type { IdKind } from "../ids.ts";
import { notFound, referenceNotFound } from "../refusals.ts";

/** Requires the object that a path or a query names. @throws {ApiError} 404 if the caller cannot access it. */
export function existing<T>(found: T | undefined, kind: IdKind, id: string): T {
  if (found === undefined) throw notFound(kind, id);
  return found;
}

/** Requires the object that a request names. @throws {ApiError} 422 if the caller cannot access it. */
export function existingReference<T>(
  found: T | undefined,
  kind: IdKind,
  { id, path }: { id: string; path: string },
): T {
  if (found === undefined) throw referenceNotFound(kind, id, path);
  return found;
}
