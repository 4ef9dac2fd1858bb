// Evaluates two systems on the same samples and compares them, as `assay run A B --compare` does.
//
//   ASSAY_BASE_URL=… ASSAY_API_KEY=… node examples/dist/run-and-compare.mjs BASELINE.jsonl CANDIDATE.jsonl
//
// Both files have rows {"id", "input", "expected", "output"} with the same ids.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Assay, type Dataset, type Evaluation } from "@assay/sdk";
import "./exit-on-error.ts";

interface Row {
  id: string;
  input: unknown;
  expected: unknown;
  output: unknown;
}

const [baselineFile, candidateFile] = process.argv.slice(2);
if (baselineFile === undefined || candidateFile === undefined) {
  console.error("Pass two files: BASELINE.jsonl CANDIDATE.jsonl");
  process.exit(2);
}

const assay = new Assay(); // ASSAY_API_KEY, ASSAY_BASE_URL

/** Reads the rows of a JSON Lines file. */
function rowsOf(file: string): Row[] {
  const lines = readFileSync(file, "utf8").split("\n");
  // The cast is unchecked, because the server validates the rows.
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Row);
}

/** Stores a system's outputs and evaluates them. */
async function evaluate(file: string, dataset: Dataset): Promise<Evaluation> {
  const name = basename(file, ".jsonl");
  const model = await assay.models.create({ name, version: "example" });
  const outputs = rowsOf(file).map(({ id, output }) => ({ external_id: id, output }));
  await assay.samples.createOutputs(dataset.id, { model: model.id, outputs });
  const { id } = await assay.evaluations.create({
    name,
    project: dataset.project,
    dataset: dataset.id,
    model: model.id,
    evaluators: [{ type: "triage_accuracy" }],
  });
  return assay.evaluations.wait(id);
}

const project = await assay.projects.create({ name: "Run and compare" });
const dataset = await assay.datasets.create({ name: basename(baselineFile), project: project.id });
await assay.datasets.importFile(
  dataset.id,
  rowsOf(baselineFile).map(({ id, input, expected }) => ({ id, input, expected })),
);
const baseline = await evaluate(baselineFile, dataset);
const candidate = await evaluate(candidateFile, dataset);
const comparison = await assay.evaluations.compare({ evaluations: [baseline.id, candidate.id] });
console.log(
  `${comparison.candidate.name} against ${comparison.baseline.name}: ${comparison.verdict},`,
  `change ${comparison.change?.toFixed(2)} points over ${comparison.n_paired} pairs, p = ${comparison.p_value}`,
);
