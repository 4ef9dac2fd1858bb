import { isBaselinePolicy } from "@assay/contract/domain";
import type { Knex } from "knex";

/** What is known of policies: which of them there are, and the version that decides. */
export interface PolicyCatalog {
  /** The version that decides of each named policy that there is; the others are left out. */
  versionsOf: (
    db: Knex,
    workspaceId: string,
    policyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, number>>;
}

/** The catalog that has the baseline alone, in its first version. */
export const baselineCatalog: PolicyCatalog = {
  versionsOf: async (_db, _workspaceId, policyIds) =>
    new Map(policyIds.filter(isBaselinePolicy).map((id) => [id, 1])),
};
