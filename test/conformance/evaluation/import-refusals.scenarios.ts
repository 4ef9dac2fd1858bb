import { datasetArchived, notFound, unsupportedMediaType } from "@assay/contract/platform/refusals";
import { externalIdTaken, importRefused } from "@assay/contract/evaluation/samples/sample-refusals";
import type { FieldError } from "@assay/contract/platform/errors";
import { fileTypes as acceptedTypes } from "@assay/contract/wire";
import { fileEmpty } from "@assay/contract/evaluation/samples/import-rules";
import { expect } from "vitest";
import { absent, all, filledDataset, newDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectFaults, expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes, sendFile } from "../harness/send-file.ts";

async function externalIds({ assay }: Context, dataset: string): Promise<(string | null)[]> {
  return (await all(assay.samples.list(dataset))).map(({ external_id: id }) => id);
}

const taken = (id: string, line: number): FieldError => externalIdTaken(id, { path: "/external_id", line });

export const importRefusalScenarios = [
  engineScenario("importSamples", 400, "refuses a file without rows", async (context) => {
    const dataset = await newDataset(context);
    const files = [
      { file: "", type: fileTypes.lines, bytes: 0 },
      { file: "\n\n", type: fileTypes.jsonlines, bytes: 2 },
      { file: "[]", type: fileTypes.array, bytes: 2 },
      { file: "{}", type: fileTypes.array, bytes: 2, query: "?keyed=true" },
      { file: "id,input\r\n", type: fileTypes.table, bytes: 10 },
      { file: "id\tinput", type: fileTypes.tabTable, bytes: 8 },
    ];
    for (const { bytes, ...file } of files)
      expectRefusal(await sendFile(context, dataset.id, file), fileEmpty(bytes));
    expect(await context.assay.datasets.get(dataset.id)).toEqual(dataset);
  }),
  scenario(
    "importSamples",
    400,
    "stores nothing if one row is faulty, and names its line",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const file = '{"id":"new","input":1}\n{"id":"call-3","input":1}\n{"id":"other","input":1,"tags":"x"}\n';
      const faults = [
        taken("call-3", 2),
        { path: "/tags", code: "invalid_type", message: 'tags is "x"; it must be an array.', line: 3 },
      ];
      expectRefusal(await sendFile(context, dataset.id, { file }), importRefused(2, 3, faults));
      expect(await context.assay.datasets.get(dataset.id)).toEqual(dataset);
    },
  ),
  scenario(
    "importSamples",
    400,
    "stores nothing of a truncated array, even with on_error=skip",
    async (context) => {
      const { id } = await newDataset(context);
      const file = '[{"id":"a","input":1},\n{"id":"b","input":2}';
      const answer = await sendFile(context, id, { file, type: fileTypes.array, query: "?on_error=skip" });
      const message = 'Not valid JSON at line 2, column 21: the file ends where "," or "]" was expected.';
      expectRefusal(answer, importRefused(1, 3, [{ path: "", code: "malformed_json", message, line: 2 }]));
      expect(await externalIds(context, id)).toEqual([]);
    },
  ),
  scenario(
    "importSamples",
    400,
    "names the content type for a JSON array sent as JSON Lines",
    async (context) => {
      const { id } = await newDataset(context);
      const oneLine = await sendFile(context, id, { file: '[{"id":"a","input":1}]' });
      const fault = "Line 1 is a JSON array; send the file as application/json.";
      expectRefusal(
        oneLine,
        importRefused(1, 1, [{ path: "", code: "invalid_type", message: fault, line: 1 }]),
      );
    },
  ),
  scenario(
    "importSamples",
    400,
    "refuses values that cannot be stored exactly, with line and path",
    async (context) => {
      const { id } = await newDataset(context);
      const file = '{"id":"a","input":{"n":9007199254740993}}\n{"id":"b","input":["\\u0000"]}\n';
      const answer = await sendFile(context, id, { file });
      const range = "an integer must be from -9007199254740991 to 9007199254740991, or be sent as a string";
      const faults = [
        { path: "/input/n", code: "validation_failed", message: `n is 9007199254740993; ${range}.`, line: 1 },
        {
          path: "/input/0",
          code: "validation_failed",
          message: "input[0] contains U+0000, which cannot be stored.",
          line: 2,
        },
      ];
      expectRefusal(answer, importRefused(2, 2, faults));
    },
  ),
  scenario("importSamples", 400, "lists at most 100 faults, and counts all of them", async (context) => {
    const { id } = await newDataset(context);
    const answer = await sendFile(context, id, { file: '{"id":"a"}\n'.repeat(150) });
    const faults = Array.from({ length: 100 }, (_, index) => {
      return { path: "/input", code: "required", message: "input is required.", line: index + 1 };
    });
    expectRefusal(answer, importRefused(150, 150, faults));
  }),
  scenario("importSamples", 400, "refuses an unknown option", async (context) => {
    const { id } = await newDataset(context);
    const answer = await sendFile(context, id, { file: "", query: "?mode=replace&on_error=ignore" });
    expectFaults(
      answer,
      ["query/mode", "invalid_value", 'mode is "replace"; it must be one of create, append, update.'],
      ["query/on_error", "invalid_value", 'on_error is "ignore"; it must be one of abort, skip.'],
    );
  }),
  scenario("importSamples", 404, "returns 404 for an unknown id", async (context) => {
    expectRefusal(await sendFile(context, absent.dataset, { file: "" }), notFound("dataset", absent.dataset));
  }),
  scenario("importSamples", 409, "adds nothing to an archived dataset", async (context) => {
    const { id } = await newDataset(context);
    await context.assay.datasets.update(id, { archived: true });
    expectRefusal(await sendFile(context, id, { file: '{"input":1}' }), datasetArchived(id));
  }),
  scenario("importSamples", 415, "accepts only JSON Lines, JSON and tables", async (context) => {
    const { id } = await newDataset(context);
    for (const type of ["text/plain", "text/csv; charset=iso-8859-1", "application/octet-stream"]) {
      expectRefusal(
        await sendFile(context, id, { file: "a,b", type }),
        unsupportedMediaType(type, acceptedTypes),
      );
    }
  }),
];
