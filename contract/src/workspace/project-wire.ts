import { instant } from "../domain/values/instants.ts";
import type { RuleContext } from "../platform/decision.ts";

/** A stored project. Times are in milliseconds since 1970. */
export interface ProjectRecord {
  id: string;
  name: string;
  description: string | null;
  createdAt: number;
}

/** Creates the record of a project from a request. */
export const newProject = (
  { name, description = null }: { name: string; description?: string | null | undefined },
  { now, newId }: Pick<RuleContext, "now" | "newId">,
): ProjectRecord => ({ id: newId("project"), name, description, createdAt: now });

/** Converts a project to its form in responses. */
export const projectToWire = ({ id, name, description, createdAt }: ProjectRecord) => ({
  id,
  object: "project" as const,
  name,
  description,
  created_at: instant(createdAt),
});
