import { escapeIdentifier } from "pg";
import type { Grant, LiveRights } from "./live-rights.ts";
import { functionRights, restoreTrigger, tableRights, triggerRights } from "./schema-rights.ts";

/** A protection that the database lacks. */
export interface MissingProtection {
  /** What is missing, as a noun phrase. */
  name: string;
  /** The statements that restore it, for the owner of the tables. */
  restore: string;
}

/**
 * Compares a database with the expected rights. Returns the protections that the database lacks, each function
 * before the triggers that call it.
 */
export const missingProtections = (live: LiveRights): MissingProtection[] => [
  ...missingDenials(live),
  ...missingFunctions(live),
  ...missingTriggers(live),
  ...live.foreign.map(({ kind, name, owner }) => ({
    name: `the owner ${owner} of the ${kind} ${name}`,
    restore: `alter ${kind} ${name} owner to ${owner};`,
  })),
];

function missingDenials({ grants, partitions }: LiveRights): MissingProtection[] {
  return tableRights(partitions).flatMap(({ table, denied, updatable }) => {
    const isMissing = (grant: Grant): boolean =>
      grant.table === table &&
      denied.includes(grant.privilege) &&
      !(grant.column !== null && updatable.includes(grant.column));
    const excess = grants.filter(isMissing);
    return excess.map(({ privilege, column, grantee }) => ({
      name: `the denial of ${privilege}${column === null ? "" : ` (${column})`} on ${table} to ${grantee}`,
      restore: revoke({ table, privilege, column, grantee }, updatable),
    }));
  });
}

/** A revoked update of a table also revokes the update of its columns, so it is granted again. */
function revoke({ table, privilege, column, grantee }: Grant, updatable: readonly string[]): string {
  const name = escapeIdentifier(table);
  if (column !== null) return `revoke update (${escapeIdentifier(column)}) on ${name} from ${grantee};`;
  const again =
    privilege === "update" && updatable.length > 0 && grantee !== "public"
      ? ` grant update (${updatable.join(", ")}) on ${name} to ${grantee};`
      : "";
  return `revoke ${privilege} on ${name} from ${grantee};${again}`;
}

function missingTriggers({ triggers, partitions }: LiveRights): MissingProtection[] {
  return triggerRights(partitions).flatMap((expected) => {
    const { table, name, does, always } = expected;
    const found = triggers.find((one) => one.table === table && one.name === name && one.does === does);
    return found?.state === (always ? "A" : "O")
      ? []
      : { name: `the trigger ${name} on ${table}`, restore: restoreTrigger(expected, found !== undefined) };
  });
}

function missingFunctions({ functions }: LiveRights): MissingProtection[] {
  return functionRights.flatMap(({ signature, returns, language, body }) => {
    const found = functions.find((one) => one.signature === signature);
    return found && found.body === body && found.language === language && !found.hasOptions
      ? []
      : {
          name: `the function ${signature}`,
          restore: `create or replace function ${signature} returns ${returns} language ${language} as $$${body}$$;`,
        };
  });
}
