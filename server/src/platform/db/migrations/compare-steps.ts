import type { Knex } from "knex";
import { digestOfStep, loadAppliedNames, loadStepDigests, type Migration } from "./schema-steps.ts";

/** Names of applied steps, by the comparison of their statements with those of this release. */
interface StepForms {
  /** The steps whose statements differ. */
  readonly changed: readonly string[];
  /** The steps that were applied before digests were stored, which cannot be compared. */
  readonly unrecorded: readonly string[];
}

/** Compares the statements of the applied steps with those of the given steps. */
export async function compareSteps(db: Knex, migrations: readonly Migration[]): Promise<StepForms> {
  const applied = await loadAppliedNames(db);
  const digests = await loadStepDigests(db);
  const changed: string[] = [];
  const unrecorded: string[] = [];
  for (const step of migrations.filter(({ name }) => applied.includes(name))) {
    const digest = digests.get(step.name);
    if (digest === undefined) unrecorded.push(step.name);
    else if (digest !== (await digestOfStep(step))) changed.push(step.name);
  }
  return { changed, unrecorded };
}

/** States which steps were applied in another form. */
export const changedText = (changed: readonly string[]): string =>
  `The database's schema differs from this release of Assay: ${changed.map((name) => `the migration ${name} was applied in another form`).join("; ")}.`;
/** The remedy for steps that were applied in another form. */
export const changedRemedy =
  "Start the release that applied them, or restore a backup into an empty database with this release.";
