import { limits } from "../../platform/limits.ts";
import type { DatasetRecord } from "./dataset-rules.ts";

/** A dataset in its second version, with three samples. */
export const dataset: DatasetRecord = {
  id: "ds_1",
  project: "proj_1",
  name: "Calls",
  description: "Of February",
  archived: false,
  sampleCount: 3,
  version: 2,
  createdAt: 1000,
  updatedAt: 2000,
};

/** The context for rules. Its current time is later than all times in the dataset record. */
export const context = { now: 5000, actor: "key_1", newId: (kind: string) => `${kind}_new`, limits };
