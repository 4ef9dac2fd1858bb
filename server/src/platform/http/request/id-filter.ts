import { parseId, type IdKind } from "@assay/contract/platform/ids";

/** A UUID that no row has, since rows have UUIDs of version 7. */
const noId = "00000000-0000-0000-0000-000000000000";

/** The UUID of a public id. Returns a UUID that matches nothing for a text that is not an id of the kind. */
export const idOrNone = (kind: IdKind, publicId: string): string => parseId(kind, publicId) ?? noId;

/** The same for an optional filter of a list. */
export const idFilter = (kind: IdKind, publicId: string | undefined): string | undefined =>
  publicId === undefined ? undefined : idOrNone(kind, publicId);
