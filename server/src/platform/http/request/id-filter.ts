import { parseId, type IdKind } from "@assay/contract/platform/ids";

/** A UUID that no row has, because all rows have UUIDs of version 7. */
const noId = "00000000-0000-0000-0000-000000000000";

/**
 * Returns the UUID in a public id. If the text is not an id of the given kind, returns a UUID that matches no
 * row.
 */
export const idOrNone = (kind: IdKind, publicId: string): string => parseId(kind, publicId) ?? noId;

/** Returns the UUID for an optional filter of a list, in the same way as `idOrNone`. */
export const idFilter = (kind: IdKind, publicId: string | undefined): string | undefined =>
  publicId === undefined ? undefined : idOrNone(kind, publicId);
