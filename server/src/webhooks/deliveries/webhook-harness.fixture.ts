// Test harness for webhooks: local endpoints, events, and dispatchers that poll only on request.
import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import type { EventKind } from "@assay/contract/webhooks/webhook-events";
import type { Thresholds, WebhookCommand } from "@assay/contract/webhooks/webhook-rules";
import { type Responder, type Receiver, startReceiver } from "../../../../test/support/receiver.ts";
import { onTestFinished } from "vitest";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import type { Deps } from "../../app/deps.ts";
import { EvaluationHarness } from "../../evaluation/evaluations/evaluation-harness.fixture.ts";
import { insertEvent } from "../../platform/outbox/outbox-queries.ts";
import type { JobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { type Dispatcher, type DispatcherOptions, startDispatcher } from "./dispatcher.ts";
import { type ChangedWebhook, commandWebhook } from "../endpoints/webhook-service.ts";

/** A workspace with a project and with endpoints that receive the project's events. */
export class WebhookHarness {
  readonly evaluations: EvaluationHarness;

  private constructor(evaluations: EvaluationHarness) {
    this.evaluations = evaluations;
  }

  /** @param empty whether to remove all endpoints and events first (default true). */
  static async open(jobs: JobHarness, { empty = true } = {}): Promise<WebhookHarness> {
    if (empty) await jobs.database.knex.raw("truncate outbox, webhooks cascade");
    return new WebhookHarness(await EvaluationHarness.open(jobs));
  }

  get jobs(): JobHarness {
    return this.evaluations.jobs;
  }

  get deps(): Deps {
    return this.evaluations.deps;
  }

  /** Starts a local endpoint that is closed after the test. */
  async receiver(answering: Responder): Promise<Receiver> {
    const receiver = await startReceiver(answering);
    onTestFinished(() => receiver.close());
    return receiver;
  }

  /** Registers an endpoint. @returns its UUID and its secret. */
  async register(url: string, thresholds?: Thresholds): Promise<{ row: { id: string }; secret: string }> {
    const kinds: EventKind[] = thresholds ? ["score.threshold_crossed"] : ["evaluation.completed"];
    const body = { event_types: kinds, url, config: { project: undefined, thresholds } };
    const { decision, secret } = await this.command({ type: "create", body });
    return { row: { id: uuidOf("webhook", decision.record.id) }, secret };
  }

  /** Executes a command on an endpoint. */
  async command(command: WebhookCommand): Promise<ChangedWebhook> {
    const { caller } = this.evaluations;
    return inTransaction(this.jobs.database, (tx) => commandWebhook(tx, this.deps, { caller, command }));
  }

  /** Stores events with the given names, each in a separate transaction. */
  async happen(...names: string[]): Promise<void> {
    for (const name of names) await inTransaction(this.jobs.database, (tx) => this.emit(tx, name));
  }

  /** Stores an evaluation event with the given name. */
  async emit(tx: Tx, name: string): Promise<void> {
    const data = {
      evaluation: "eval_1",
      name,
      project: this.evaluations.project,
      dataset: "ds_1",
      model: null,
      status: "completed" as const,
      progress: { total: 1, completed: 1, failed: 0 },
      aggregate_score: 50,
      error: null,
    };
    await insertEvent<EvaluationEvent>(
      tx,
      { workspaceId: this.jobs.workspaceId, id: this.deps.newId() },
      { event: "evaluation.completed", at: this.jobs.instant.getTime(), data },
    );
  }

  /** Starts a dispatcher that stops after the test. */
  dispatcher(options: DispatcherOptions = {}, deps = this.deps): Dispatcher {
    const dispatcher = startDispatcher(deps, { pollMs: 2 ** 30, stopGraceMs: 0, ...options });
    onTestFinished(() => dispatcher.stop());
    return dispatcher;
  }

  /** Starts a dispatcher, waits until it has sent all due messages, and stops it. */
  async dispatch(options: DispatcherOptions = {}): Promise<void> {
    const dispatcher = this.dispatcher(options);
    await dispatcher.idle();
    await dispatcher.stop();
  }

  async rows(table: string): Promise<Record<string, unknown>[]> {
    return this.jobs.database.knex(table).where({ workspace_id: this.jobs.workspaceId }).orderBy("id");
  }
}

/** Returns the names of the events that a receiver received, in the order of arrival. */
export const receivedEventKinds = ({ calls }: Receiver): string[] =>
  calls.map(({ raw }) => String(JSON.parse(raw.toString("utf8")).data.name));
