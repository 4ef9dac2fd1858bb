// Requests and responses for sample imports.
import * as z from "zod";
import { idOf } from "../../platform/common.ts";
import { datasetVersionNumber } from "../datasets/datasets.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { fieldError } from "../../platform/problem.ts";

const importModes = ["create", "append", "update"] as const;
const importMode = z.enum(importModes).meta({
  id: "ImportMode",
  description:
    "How to handle a row whose `external_id` exists: `create` refuses the row, `append` keeps the stored sample, and `update` replaces the stored sample if it differs.",
  examples: ["create"],
});

/** The schema of the result of an import. */
export const importSummary = z
  .object({
    object: z.literal("import").meta({ description: "Always `import`." }),
    dataset: idOf("dataset"),
    mode: importMode,
    inserted: z.int().min(0).meta({ description: "Number of new samples." }),
    updated: z.int().min(0).meta({ description: "Number of replaced samples." }),
    unchanged: z.int().min(0).meta({ description: "Number of rows whose sample exists and did not change." }),
    failed: z.int().min(0).meta({ description: "Number of refused rows (only with `on_error=skip`)." }),
    errors: z
      .array(fieldError)
      .max(limits.importErrorsListed)
      .meta({ description: "The first 100 faults, each with its line number." }),
    dataset_version: datasetVersionNumber,
  })
  .meta({
    id: "ImportSummary",
    description: "The result of an import.",
    examples: [
      {
        object: "import",
        dataset: exampleIds.dataset,
        mode: "create",
        inserted: 64,
        updated: 0,
        unchanged: 0,
        failed: 0,
        errors: [],
        dataset_version: 1,
      },
    ],
  });

/** The schema of the options for an import. */
export const importQuery = z.strictObject({
  mode: importMode.default("create").meta({
    description:
      "How to handle existing rows: refuse them (`create`), keep the stored sample (`append`) or replace it (`update`).",
  }),
  on_error: z.enum(["abort", "skip"]).default("abort").meta({
    description:
      "`abort`: any fault stops the import, and nothing is stored. `skip`: invalid rows are skipped and listed.",
  }),
  delimiter: z.enum([",", ";", "tab", "auto"]).default("auto").meta({
    description:
      "Cell separator of a table (`text/csv`). `auto` selects the most frequent of comma, semicolon and tab in the header. Ignored for other file types.",
  }),
});
