import { describe, expect, test } from "vitest";
import { context, dataset } from "./dataset-record.fixture.ts";
import {
  afterVersion,
  decideDataset,
  decideDatasetDeletion,
  nextVersion,
  requireOpenDataset,
} from "./dataset-rules.ts";

const found = { dataset, projectFound: true };
const nothing = { dataset: undefined, projectFound: false };

describe("decideDataset", () => {
  test("creates an empty dataset of version 0", () => {
    const body = { name: "Calls", description: undefined, project: "proj_1" };
    const { record, changes } = decideDataset(
      { ...nothing, projectFound: true },
      { type: "create", body },
      context,
    );
    expect(record).toEqual({
      ...dataset,
      id: "dataset_new",
      description: null,
      sampleCount: 0,
      version: 0,
      createdAt: 5000,
      updatedAt: 5000,
    });
    expect(changes).toEqual([{ op: "insert", record }]);
  });

  test("refuses an inaccessible project", () => {
    const body = { name: "Calls", description: undefined, project: "proj_2" };
    expect(() => decideDataset(nothing, { type: "create", body }, context)).toThrow(
      expect.objectContaining({ status: 422, code: "reference_not_found" }),
    );
  });

  test("updates only the given members", () => {
    const body = { name: undefined, description: null, archived: true };
    const { record, changes } = decideDataset(found, { type: "update", id: "ds_1", body }, context);
    const set = { description: null, archived: true, updatedAt: 5000 };
    expect(record).toEqual({ ...dataset, ...set });
    expect(changes).toEqual([{ op: "update", id: "ds_1", set }]);
  });

  test("refuses to change an unknown dataset", () => {
    const command = { type: "update", id: "ds_1", body: { name: "Calls", archived: undefined } } as const;
    expect(() => decideDataset(nothing, command, context)).toThrow(expect.objectContaining({ status: 404 }));
  });
});

const unused = { evaluationCount: 0, tasks: { count: 0, newest: [] } };

describe("decideDatasetDeletion", () => {
  test("deletes a dataset that nothing uses", () => {
    const { record, changes } = decideDatasetDeletion({ dataset, ...unused }, "ds_1");
    expect({ record, changes }).toEqual({ record: undefined, changes: [{ op: "delete", id: "ds_1" }] });
  });

  test("refuses an unknown dataset, and one with evaluations", () => {
    expect(() => decideDatasetDeletion({ dataset: undefined, ...unused }, "ds_1")).toThrow(
      expect.objectContaining({ status: 404 }),
    );
    expect(() => decideDatasetDeletion({ ...unused, dataset, evaluationCount: 2 }, "ds_1")).toThrow(
      expect.objectContaining({ status: 409, code: "conflict" }),
    );
  });

  test.each([
    [["task_1"], 'is used by 1 review task ("task_1"); it must be archived'],
    [["task_2", "task_1"], 'is used by 2 review tasks ("task_2" and "task_1"); it must be archived'],
    [["task_3", "task_2", "task_1"], 'is used by 3 review tasks (such as "task_3" and "task_2"); it must be'],
  ])("refuses a dataset of the review tasks %j, and names the newest two", (newest, message) => {
    const tasks = { count: newest.length, newest };
    expect(() => decideDatasetDeletion({ ...unused, dataset, tasks }, "ds_1")).toThrow(
      expect.objectContaining({ status: 409, code: "conflict", message: expect.stringContaining(message) }),
    );
  });
});

describe("the contents of a dataset", () => {
  test("cannot change while the dataset is archived", () => {
    expect(requireOpenDataset(dataset, "ds_1")).toBe(dataset);
    expect(() => requireOpenDataset(undefined, "ds_1")).toThrow(expect.objectContaining({ status: 404 }));
    expect(() => requireOpenDataset({ ...dataset, archived: true }, "ds_1")).toThrow(
      expect.objectContaining({ status: 409, code: "invalid_state" }),
    );
  });

  test("have the next version after a change, and the same version without a change", () => {
    const change = { change: "import", inserted: 2, updated: 1, samplesAdded: 2 } as const;
    const version = nextVersion(dataset, change, context);
    expect(version).toEqual({
      dataset: "ds_1",
      version: 3,
      change: "import",
      inserted: 2,
      updated: 1,
      sampleCount: 5,
      createdAt: 5000,
    });
    expect(version && afterVersion(version)).toEqual({ version: 3, sampleCount: 5, updatedAt: 5000 });
    const none = { change: "import", inserted: 0, updated: 0, samplesAdded: 0 } as const;
    expect(nextVersion(dataset, none, context)).toBeUndefined();
  });
});
