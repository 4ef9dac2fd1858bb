// The program that `npm start` runs. It starts the server on the embedded database, creates a project, and
// evaluates two triage systems on the sample conversations. It then prints the results and next steps, and
// serves until Ctrl-C.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ApiError, Assay, type Dataset, type Evaluation, type Project, type Sample } from "@assay/sdk";
import { type AssayServer, environmentWithFile, readConfig, startServer } from "@assay/server";
import { nextSteps } from "./next-steps.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cli = join(root, "sdk", "dist", "cli.mjs");
const files = ["nightingale-1.0", "mercury-0.9"].map((system) =>
  relative(root, join(root, "examples", "data", "triage", `${system}.jsonl`)),
);
const evaluators = ["triage_accuracy", "red_flag_detection", "guideline_compliance", "symptom_extraction"];
const projectName = "Sample project";

/**
 * Returns the API key from the first start, which is saved next to the data so that later starts can print it
 * again. The key acts as a local reviewer, so that you can try reviews.
 */
async function apiKeyOf(server: AssayServer, dataDir: string): Promise<string> {
  const file = join(dataDir, "first-key");
  const savedKey =
    server.firstSecret === undefined && existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (savedKey !== "" && (await actsAsReviewer(new Assay({ apiKey: savedKey, baseUrl: server.url }))))
    return savedKey;
  const apiKey = server.firstSecret ?? (await server.issueAdminKey("Key that made the key of npm start"));
  const assay = new Assay({ apiKey, baseUrl: server.url });
  const reviewer = await assay.reviews.reviewers.create({ name: "Local reviewer", credentials: ["MD"] });
  const { secret } = await assay.apiKeys.create({
    name: "Key of npm start",
    preset: "admin",
    reviewer: reviewer.id,
  });
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

async function actsAsReviewer(assay: Assay): Promise<boolean> {
  try {
    await assay.reviews.queue({ limit: 1 });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "reviewer_required") return false;
    throw error;
  }
}

async function projectOf(assay: Assay): Promise<Project> {
  for await (const project of assay.projects.list()) if (project.name === projectName) return project;
  return assay.projects.create({
    name: projectName,
    description: "Triage conversations that come with Assay",
  });
}

/**
 * Returns each sample system's newest completed evaluation, in the order of the files. Before the first run,
 * the list is empty.
 */
async function finishedEvaluations(assay: Assay, project: Project): Promise<Evaluation[]> {
  const names = files.map((file) => file.replace(/^.*[/\\]|\.jsonl$/g, ""));
  const found = new Map<string, Evaluation>();
  for await (const evaluation of assay.evaluations.list({
    project: project.id,
    status: "completed",
    limit: 100,
  })) {
    if (names.includes(evaluation.name) && !found.has(evaluation.name))
      found.set(evaluation.name, evaluation);
    if (found.size === names.length) break;
  }
  return names.flatMap((name) => found.get(name) ?? []);
}

/** Runs the `assay` command as a user would, over HTTP. @returns its exit code. */
function runAssay(args: string[], environment: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...environment },
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Evaluates both systems on the first start; later, shows the stored results. @returns the evaluations. */
async function showResults(
  assay: Assay,
  project: Project,
  environment: Record<string, string>,
): Promise<Evaluation[]> {
  const stored = await finishedEvaluations(assay, project);
  if (stored.length === files.length) {
    console.log("The sample data is already imported; these are the stored results.\n");
    await runAssay(["results", ...stored.map(({ id }) => id)], environment);
    await runAssay(["compare", ...stored.map(({ id }) => id)], environment);
    return stored;
  }
  console.log("Evaluating two fictional triage systems on the same conversations.\n");
  const code = await runAssay(
    [
      "run",
      ...files,
      ...evaluators.flatMap((type) => ["--evaluator", type]),
      "--project",
      project.id,
      "--compare",
    ],
    environment,
  );
  if (code !== 0) throw new Error(`The sample run ended with exit code ${code}.`);
  return finishedEvaluations(assay, project);
}

async function datasetOf(assay: Assay, evaluations: readonly Evaluation[]): Promise<Dataset> {
  const id = evaluations[0]?.dataset;
  if (id === undefined) throw new Error("The sample run created no evaluation.");
  return assay.datasets.get(id);
}

/**
 * Stores the first system's outputs in the samples that have none, so that an evaluation that names no model
 * completes. `assay run` stores outputs only for models. @returns the samples.
 */
async function withOutputs(assay: Assay, dataset: Dataset): Promise<Sample[]> {
  const list = async (): Promise<Sample[]> => (await assay.samples.list(dataset.id, { limit: 100 })).data;
  const samples = await list();
  const without = new Set(
    samples.flatMap(({ output, external_id: id }) => (output === null && id !== null ? [id] : [])),
  );
  const lines = readFileSync(join(root, files[0] ?? ""), "utf8")
    .trimEnd()
    .split("\n");
  // The cast is safe: examples/src/data.test.ts checks that every row has an id.
  const rows = lines.map((line) => JSON.parse(line) as { id: string }).filter(({ id }) => without.has(id));
  if (rows.length === 0) return samples;
  await assay.datasets.importFile(dataset.id, rows, { mode: "update" });
  return list();
}

/** Whether a server with this HOST listens only on the loopback interface, the default. */
const isLoopback = (host = ""): boolean => /^(|localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

async function main(): Promise<void> {
  const environment = environmentWithFile();
  const config = readConfig({
    ASSAY_DATA_DIR: join(root, ".assay"),
    LOG_LEVEL: "warn",
    // Only local clients can reach this server, so allow local custom evaluators too.
    ...(isLoopback(environment["HOST"]) && { ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8,::1/128" }),
    ...environment,
  });
  console.log("Starting Assay on its embedded database (the first start takes some seconds) …");
  const starting = startServer(config);
  stopOnSignal(starting);
  const server = await starting;
  const apiKey = await apiKeyOf(server, config.dataDir);
  const assay = new Assay({ apiKey, baseUrl: server.url });
  const project = await projectOf(assay);
  const evaluations = await showResults(assay, project, {
    ASSAY_BASE_URL: server.url,
    ASSAY_API_KEY: apiKey,
  });
  const dataset = await datasetOf(assay, evaluations);
  const samples = await withOutputs(assay, dataset);
  const running = { url: server.url, dataDir: config.dataDir, apiKey };
  console.log(nextSteps(running, { project, dataset, samples, evaluations, files }));
}

function stopOnSignal(starting: Promise<AssayServer>): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    console.log(
      "\nStopping … (a first start completes its database before it stops; press Ctrl-C again to stop immediately)",
    );
    starting
      .then((server) => server.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
