/**
 * Returns the warning that a database on Postgres has no witness; undefined if it has one. The witness of an
 * embedded database is in the data folder.
 */
export const witnessWarning = ({
  databaseUrl,
  witnessDir,
}: {
  databaseUrl: string | undefined;
  witnessDir: string | undefined;
}): string | undefined =>
  databaseUrl !== undefined && witnessDir === undefined
    ? "ASSAY_WITNESS_DIR is not set: an evidence log that was put back to an earlier state, with the sealed record of that state, is not detected."
    : undefined;

/** What to do about the warning. */
export const witnessRemedy =
  "Set ASSAY_WITNESS_DIR to a folder outside the database, and save checkpoints elsewhere.";
