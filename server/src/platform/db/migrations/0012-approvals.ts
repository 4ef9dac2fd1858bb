import type { Knex } from "knex";

const statuses = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(", ");
const before = ["pending", "approved", "rejected", "used"];

/** Sets the statuses that an approval can have. */
async function setStatuses(knex: Knex, names: readonly string[]): Promise<void> {
  await knex.raw("alter table approvals drop constraint approvals_status_check");
  await knex.raw(
    `alter table approvals add constraint approvals_status_check check (status in (${statuses(names)}))`,
  );
}

/**
 * Adds approvals by several owners, their requirement, withdrawals and stored expiries. Approvals without a
 * `binding` were created by an earlier version and match no call.
 */
export const approvals = {
  name: "0012_approvals",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(`alter table approvals
      add column required_approvals int not null default 1,
      add column approver_requirement json,
      add column given json not null default '[]',
      add column binding json`);
    await setStatuses(knex, [...before, "withdrawn", "expired"]);
    await knex.raw(
      "create index approvals_due on approvals (expires_at) where status in ('pending', 'approved')",
    );
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop index if exists approvals_due");
    await knex.raw("update approvals set status = 'rejected' where status = 'withdrawn'");
    await knex.raw("update approvals set status = 'pending' where status = 'expired'");
    await setStatuses(knex, before);
    for (const column of ["binding", "given", "approver_requirement", "required_approvals"])
      await knex.raw(`alter table approvals drop column if exists ${column}`);
  },
};
