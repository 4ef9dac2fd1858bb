// Requests and responses for sample imports.
import * as z from "zod";
import { idOf, queryFlag, queryList } from "../../platform/common.ts";
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

const mapExample = "question=input.question";

/** The query parameters that assign the columns or members of a file to fields. */
export const mappingQuery = {
  map: queryList(
    z
      .string()
      .min(1)
      .max(1000)
      .meta({ description: `A pair, such as \`${mapExample}\`.` }),
    `Pairs \`SOURCE=TARGET\`, at most ${limits.mapPairs}; the last \`=\` separates SOURCE from TARGET. SOURCE is the header of a column, the name of a member, or a JSON Pointer into the row. TARGET is a field or, with dots, a part of a field: \`${mapExample}\`.`,
    limits.mapPairs,
  ),
  rest: z.enum(["error", "metadata", "drop"]).optional().meta({
    description:
      "How to handle columns and members of a row that are not fields: refuse the row, add them to `metadata`, or drop them. The default is `metadata` if `map` is given, and `error` if not. Rows without metadata accept only `error` (default) and `drop`.",
  }),
  text_columns: queryList(
    z.string().min(1).max(1000).meta({ description: "The header of a column." }),
    "Columns of a table whose cells are always text, even `12`, `true` and `null`; repeat the parameter for several columns.",
    limits.mapPairs,
  ),
  delimiter: z.enum([",", ";", "tab", "auto"]).default("auto").meta({
    description:
      "Cell separator of a table. `auto` selects the most frequent of comma, semicolon and tab in the header, and the tab for `text/tab-separated-values`. Ignored if the file is not a table.",
  }),
};

/** The query parameters that find the rows in one JSON document. */
export const documentQuery = {
  records: z.string().max(200).optional().meta({
    description:
      "JSON Pointer to the rows in one JSON document, such as `/data/items`; by default the whole document.",
  }),
  keyed: queryFlag(
    "Whether the rows of one JSON document are the members of an object, whose keys are the ids of the rows. Default false.",
  ),
};

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
  ...mappingQuery,
  ...documentQuery,
});
