import { readMapping } from "../rows/mapping/row-mapping.ts";
import { sampleFields } from "../rows/row-fields.ts";
import type { TableMapping } from "./csv-columns.ts";

/** Tables of samples whose columns are named like the fields. */
export const samplesTable: TableMapping = {
  ...readMapping({}, sampleFields),
  textColumns: [],
  textFields: [],
};
