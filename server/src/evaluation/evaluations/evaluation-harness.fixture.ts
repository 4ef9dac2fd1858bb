// Test harness for evaluations: a project with a dataset, and a worker that runs the evaluations.
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import { formatId } from "@assay/contract/platform/ids";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { insertRows } from "../../platform/db/rows.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import type { Deps } from "../../app/deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import type { JobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { jobKinds } from "../../app/job-kinds.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { type EvaluationRow, getEvaluation } from "./evaluation-queries.ts";
import { createEvaluation } from "./evaluation-service.ts";
import { evaluator, type HarnessSample } from "./harness-samples.fixture.ts";

/** A stored result row. */
export interface StoredResult {
  sample_id: string;
  position: number;
  status: string;
  score: number | null;
  reason: string | null;
  details: Record<string, unknown>;
}

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));

/** A dataset in a new project that contains no other dataset. */
export class EvaluationHarness {
  readonly jobs: JobHarness;
  readonly projectId: string;
  readonly datasetId: string;
  version = 0;

  constructor(jobs: JobHarness) {
    this.jobs = jobs;
    this.projectId = jobs.deps.newId();
    this.datasetId = jobs.deps.newId();
  }

  static async open(jobs: JobHarness): Promise<EvaluationHarness> {
    const harness = new EvaluationHarness(jobs);
    await harness.addProject(harness.projectId, harness.datasetId);
    return harness;
  }

  get deps(): Deps {
    return this.jobs.deps;
  }

  get caller(): Caller {
    return {
      workspaceId: this.jobs.workspaceId,
      apiKeyId: "",
      scopes: new Set(),
      projects: null,
      reviewerId: null,
      keyAgent: null,
      workspaceRate: null,
    };
  }

  get project(): string {
    return formatId("project", this.projectId);
  }

  get dataset(): string {
    return formatId("dataset", this.datasetId);
  }

  async addProject(projectId: string, datasetId: string): Promise<void> {
    const { knex } = this.jobs.database;
    const own = { workspace_id: this.jobs.workspaceId, name: "Harness", created_at: this.jobs.instant };
    await knex("projects").insert({ ...own, id: projectId });
    await knex("datasets").insert({
      ...own,
      id: datasetId,
      project_id: projectId,
      updated_at: this.jobs.instant,
    });
  }

  /** Adds samples in the dataset's next version. @returns their ids. */
  async addSamples(samples: readonly HarnessSample[]): Promise<string[]> {
    const version = await this.#nextVersion();
    const ids = samples.map(() => this.deps.newId());
    const columns =
      "workspace_id id dataset_id valid_from external_id input output expected metadata tags split cluster_id content_hash case_hash created_at";
    const rows = samples.map((sample, index) => [
      this.jobs.workspaceId,
      ids[index],
      this.datasetId,
      version,
      sample.external_id ?? null,
      JSON.stringify(sample.input ?? {}),
      json(sample.output),
      json(sample.expected),
      JSON.stringify(sample.metadata ?? {}),
      sample.tags ?? [],
      sample.split ?? null,
      sample.cluster_id ?? null,
      Buffer.of(0),
      Buffer.of(0),
      this.jobs.instant,
    ]);
    const { database } = this.jobs;
    await inTransaction(database, (tx) =>
      insertRows(tx, database, { table: "samples", columns: columns.split(" "), rows }),
    );
    return ids;
  }

  /** Changes a sample's output in the dataset's next version, in the same way as an import. */
  async changeOutput(id: string, output: unknown): Promise<void> {
    const version = await this.#nextVersion();
    const { knex } = this.jobs.database;
    const [row] = await knex("samples")
      .where({ id })
      .whereNull("valid_until")
      .update({ valid_until: version })
      .returning("*");
    const columns = { ...row, valid_from: version, valid_until: null, output: json(output) };
    await knex("samples").insert({
      ...columns,
      input: json(row.input),
      expected: json(row.expected),
      metadata: json(row.metadata),
    });
  }

  async #nextVersion(): Promise<number> {
    this.version += 1;
    await this.jobs.database.knex("datasets").where({ id: this.datasetId }).update({ version: this.version });
    return this.version;
  }

  async addModel(): Promise<string> {
    const id = this.deps.newId();
    const row = { workspace_id: this.jobs.workspaceId, id, name: id, version: "1", metadata: "{}" };
    await this.jobs.database.knex("models").insert({ ...row, created_at: this.jobs.instant });
    return id;
  }

  /** Stores a model's outputs in the dataset's next version. */
  async addOutputs(modelId: string, outputs: ReadonlyMap<string, unknown>): Promise<void> {
    const version = await this.#nextVersion();
    const { knex } = this.jobs.database;
    const scope = { workspace_id: this.jobs.workspaceId, dataset_id: this.datasetId, model_id: modelId };
    for (const [sampleId, output] of outputs) {
      await knex("outputs")
        .where({ ...scope, sample_id: sampleId })
        .whereNull("valid_until")
        .update({ valid_until: version });
      const row = { ...scope, sample_id: sampleId, valid_from: version, output: json(output) };
      await knex("outputs").insert({ ...row, created_at: this.jobs.instant });
    }
  }

  /** Returns a request body. Members that are not given have default values. */
  body(given: Partial<CreateEvaluationBody> = {}): CreateEvaluationBody {
    const defaults = {
      name: "Nightly",
      project: this.project,
      dataset: this.dataset,
      evaluators: [evaluator()],
      model: undefined,
      sample_filter: undefined,
      run_async: true,
      fail_on_error: 0.1,
      missing_output: "fail" as const,
      runs: 1,
      as_of: undefined,
      routing: undefined,
      metadata: undefined,
    };
    return { ...defaults, ...given };
  }

  async create(given: Partial<CreateEvaluationBody> = {}): Promise<EvaluationRow> {
    const { database } = this.jobs;
    return inTransaction(database, async (tx) => {
      const { id } = await createEvaluation(tx, this.deps, this.caller, this.body(given));
      return getEvaluation(tx, {
        workspaceId: this.jobs.workspaceId,
        evaluationId: uuidOf("evaluation", id),
      });
    });
  }

  /**
   * Runs jobs until no job is ready: one at a time in each lane, unless `remote` is greater.
   *
   * @param kinds the handlers of the jobs.
   * @param remote the number of slots in the lane `remote`.
   */
  async work(kinds: typeof jobKinds = jobKinds, remote = 1): Promise<void> {
    const worker = startWorker(this.deps, kinds, {
      slots: { compute: 1, remote, export: 1 },
      pollMs: 2 ** 30,
      reapMs: 2 ** 30,
    });
    await worker.idle();
    await worker.stop();
  }

  /** Creates an evaluation, and runs jobs until the evaluation has ended. */
  async evaluate(given: Partial<CreateEvaluationBody> = {}): Promise<EvaluationRow> {
    const { id } = await this.create(given);
    await this.work();
    return this.read(id);
  }

  read(id: string): Promise<EvaluationRow> {
    return getEvaluation(this.jobs.database.knex, { workspaceId: this.jobs.workspaceId, evaluationId: id });
  }

  async results(id: string): Promise<StoredResult[]> {
    return this.jobs.database.knex("results").where({ evaluation_id: id }).orderBy(["sample_id", "position"]);
  }

  async rows(table: string, id: string): Promise<Record<string, unknown>[]> {
    return this.jobs.database.knex(table).where({ evaluation_id: id });
  }

  async events(): Promise<{ event: string; data: Record<string, unknown> }[]> {
    const { knex } = this.jobs.database;
    return knex("outbox")
      .where({ workspace_id: this.jobs.workspaceId })
      .orderBy("id")
      .select("event", "data");
  }
}
