import { instant } from "../../domain/values/instants.ts";
import type { RubricRecord } from "./rubric-rules.ts";

/** Converts a rubric to its form in responses. */
export const rubricToWire = (rubric: RubricRecord) => ({
  id: rubric.id,
  object: "rubric" as const,
  name: rubric.name,
  project: rubric.project,
  description: rubric.description,
  dimensions: rubric.dimensions.map((dimension) => ({
    ...dimension,
    ordered: dimension.ordered ?? false,
  })),
  version: rubric.version,
  created_at: instant(rubric.createdAt),
});
