// Sample imports: their requests and responses.
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
    "What happens to a row whose `external_id` is there already: `create` refuses it, `append` leaves the stored sample as it is, `update` replaces it when it differs.",
  examples: ["create"],
});

/** The result of an import. */
export const importSummary = z
  .object({
    object: z.literal("import").meta({ description: "Always `import`." }),
    dataset: idOf("dataset"),
    mode: importMode,
    inserted: z.int().min(0).meta({ description: "Rows that became new samples." }),
    updated: z.int().min(0).meta({ description: "Rows that replaced a sample." }),
    unchanged: z.int().min(0).meta({ description: "Rows whose sample was there already." }),
    failed: z.int().min(0).meta({ description: "Rows that were refused (only with `on_error=skip`)." }),
    errors: z
      .array(fieldError)
      .max(limits.importErrorsListed)
      .meta({ description: "The first 100 faults, each with its line." }),
    dataset_version: datasetVersionNumber,
  })
  .meta({
    id: "ImportSummary",
    description: "What an import did.",
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

/** The options of an import. */
export const importQuery = z.strictObject({
  mode: importMode.default("create").meta({
    description:
      "What happens to rows that are there already: refused (create), left (append), replaced (update).",
  }),
  on_error: z.enum(["abort", "skip"]).default("abort").meta({
    description: "`abort`: one bad row and nothing is written; `skip`: bad rows are left out and listed.",
  }),
  delimiter: z.enum([",", ";", "tab", "auto"]).default("auto").meta({
    description:
      "What separates the cells of a table (`text/csv`); `auto`: whichever of comma, semicolon and tab occurs most often in the header. Other files have none.",
  }),
});
