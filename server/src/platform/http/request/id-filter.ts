import { parseId, type IdKind } from "@assay/contract/platform/ids";

/** A UUID that no row has: those of rows are of version 7. */
const noId = "00000000-0000-0000-0000-000000000000";

/** The UUID of a public id; of a text that is no id of the kind, one by which nothing is found. */
export const idOrNone = (kind: IdKind, publicId: string): string => parseId(kind, publicId) ?? noId;

/** The same for a list that may be filtered by it; undefined: it is not. */
export const idFilter = (kind: IdKind, publicId: string | undefined): string | undefined =>
  publicId === undefined ? undefined : idOrNone(kind, publicId);
