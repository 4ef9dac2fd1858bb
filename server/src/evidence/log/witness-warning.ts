/**
 * Returns a warning if a Postgres database has no witness folder; otherwise undefined. An embedded database
 * always has a witness, which is in the data folder.
 */
export const witnessWarning = ({
  databaseUrl,
  witnessDir,
}: {
  databaseUrl: string | undefined;
  witnessDir: string | undefined;
}): string | undefined =>
  databaseUrl !== undefined && witnessDir === undefined
    ? "ASSAY_WITNESS_DIR is not set: Assay cannot detect that an evidence log was restored to an earlier state together with the sealed record of that state."
    : undefined;

/** The next step, which is shown with the warning. */
export const witnessRemedy =
  "Set ASSAY_WITNESS_DIR to a folder outside the database, and save checkpoints elsewhere.";
