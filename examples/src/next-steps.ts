// The text that `npm start` prints after the results: addresses, ids and commands to paste.
import type { Dataset, Evaluation, Project, Sample } from "@assay/sdk";

/** The running server, and an API key for it. */
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

const shownSamples = 2;

/** Returns the ids of objects, each with its name, one per line. */
const named = (objects: readonly { id: string | null; name: string }[]): string =>
  objects.map(({ id, name }) => `${id ?? ""}  (${name})`).join("\n             ");

/** Returns a command over several lines, each of at most 80 characters if its parts are short enough. */
const command = (...lines: string[]): string => lines.join(" \\\n    ");

/** Returns the commands that a user can paste, in the order in which to run them. */
function commands({ url, apiKey }: RunningServer, created: SampleObjects): string[] {
  const { project, dataset, evaluations, files } = created;
  const authorization = `-H "Authorization: Bearer $ASSAY_API_KEY"`;
  const body = `{
      "name": "My first evaluation",
      "project": "${project.id}",
      "dataset": "${dataset.id}",
      "evaluators": [{"type": "triage_accuracy"}]}`;
  return [
    `export ASSAY_BASE_URL=${url}`,
    `export ASSAY_API_KEY=${apiKey}`,
    command(
      `curl -sG ${authorization}`,
      `"$ASSAY_BASE_URL/v1/evaluations/${evaluations.at(-1)?.id ?? ""}/results"`,
      "-d flagged=true -d limit=3",
    ),
    command(
      `curl -s ${authorization}`,
      `"$ASSAY_BASE_URL/v1/evaluations" -H "Content-Type: application/json" -d '${body}'`,
    ),
    command("npm run --silent assay -- run -e triage_accuracy --max-under-triage 0.25", ...files),
    command("npm run --silent assay -- report --html report.html", evaluations.map(({ id }) => id).join(" ")),
  ];
}

/** Returns the ids and the next steps; every command can be pasted as it is printed. */
export function nextSteps(running: RunningServer, created: SampleObjects): string {
  const { url, dataDir, apiKey } = running;
  const { project, dataset, samples, evaluations } = created;
  return `
Assay is ready (embedded database, for evaluation and single-host use).
  data       ${dataDir}
  base URL   ${url}
  API docs   ${url}/docs
  API key    ${apiKey}
  project    ${named([project])}
  dataset    ${named([dataset])}
  samples    ${samples
    .slice(0, shownSamples)
    .map(({ id }) => id)
    .join("  ")}
  models     ${named(evaluations.map(({ model, name }) => ({ id: model, name })))}
  evaluated  ${named(evaluations)}

Next, in another terminal in this folder (the README shows SDK and mock):

${commands(running, created)
  .map((line) => `  ${line}`)
  .join("\n")}

Stop with Ctrl-C. The data is reused by the next npm start.
`;
}
