// The text that `npm start` prints after the results: addresses, ids and commands to paste.
import type { Dataset, Evaluation, Project, Sample } from "@assay/sdk";

/** The server that runs, and the key to use it. */
interface RunningServer {
  url: string;
  dataDir: string;
  apiKey: string;
}

/** The objects that the first start created. */
interface SampleObjects {
  project: Project;
  dataset: Dataset;
  samples: readonly Sample[];
  /** One evaluation per system. */
  evaluations: readonly Evaluation[];
  /** Paths of the systems' files, relative to the repository. */
  files: readonly string[];
}

const shownSamples = 3;

/** Returns the ids of objects, each with its name, one per line. */
const named = (objects: readonly { id: string | null; name: string }[]): string =>
  objects.map(({ id, name }) => `${id ?? ""}  (${name})`).join("\n             ");

/** Returns the ids and the next steps; every command can be pasted as it is printed. */
export function nextSteps({ url, dataDir, apiKey }: RunningServer, created: SampleObjects): string {
  const { project, dataset, samples, evaluations, files } = created;
  const last = evaluations.at(-1)?.id ?? "";
  const body = JSON.stringify({
    name: "My first evaluation",
    project: project.id,
    dataset: dataset.id,
    evaluators: [{ type: "triage_accuracy" }],
  });
  return `
Assay is ready (embedded database in ${dataDir}, for evaluation and single-host use).

  base URL   ${url}
  API docs   ${url}/docs
  API key    ${apiKey}
  project    ${named([project])}
  dataset    ${named([dataset])}: ${dataset.sample_count} samples with the outputs of ${evaluations[0]?.name ?? ""}
  samples    ${samples
    .slice(0, shownSamples)
    .map(({ id }) => id)
    .join("  ")}
  models     ${named(evaluations.map(({ model, name }) => ({ id: model, name })))}
  evaluated  ${named(evaluations)}

Next, in another terminal in this folder:

  export ASSAY_BASE_URL=${url} ASSAY_API_KEY=${apiKey}
  curl -s -H "Authorization: Bearer $ASSAY_API_KEY" "$ASSAY_BASE_URL/v1/evaluations/${last}/results?flagged=true&limit=3"
  curl -s -H "Authorization: Bearer $ASSAY_API_KEY" -H "Content-Type: application/json" "$ASSAY_BASE_URL/v1/evaluations" -d '${body}'
  npm run --silent assay -- run ${files.join(" ")} --evaluator triage_accuracy --max-under-triage 0.25
  npm run --silent assay -- report ${evaluations.map(({ id }) => id).join(" ")} --html report.html

The README shows the SDK and the mock.
Stop with Ctrl-C. The data is reused by the next npm start.
`;
}
