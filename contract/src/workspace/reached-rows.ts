// Selects rows that a caller can access. The rows belong to projects and are in memory, as in the mock.
import { hasValues } from "../platform/paging/sorted-page.ts";
import { type ProjectReach, reaches } from "./access-rules.ts";

/** A row that belongs to a project. */
interface ProjectRow {
  project: string;
}

/** Finds a row that the caller can access. */
export function findReached<Row extends ProjectRow>(
  caller: ProjectReach,
  rows: ReadonlyMap<string, Row>,
  id: string | undefined,
): Row | undefined {
  const row = rows.get(id ?? "");
  return row && reaches(caller, row.project) ? row : undefined;
}

/** Returns the rows that the caller can access and that have all values of a filter. */
export const listReached = <Row extends ProjectRow>(
  caller: ProjectReach,
  rows: ReadonlyMap<string, Row>,
  filter: Parameters<typeof hasValues<Row>>[1] = {},
): Row[] => [...rows.values()].filter((row) => reaches(caller, row.project) && hasValues(row, filter));
