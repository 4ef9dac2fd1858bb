import { formatId } from "@assay/contract/platform/ids";
import { taskPriorities } from "@assay/contract/evaluation/routing/task-priority";
import { isOpen, slotStatus } from "@assay/contract/domain";
import type { Knex } from "knex";
import { holdsOfTasks, type NamedHoldRow } from "./assignment/hold-queries.ts";
import { samplesOfTasks, type TaskRow } from "./task-queries.ts";

const instant = (date: Date | null): string | null => date && date.toISOString();

/** The word of a stored priority. */
export const priorityName = ({ priority }: Pick<TaskRow, "priority">) => {
  const name = taskPriorities[priority];
  if (!name) throw new Error(`There is no priority ${priority}.`);
  return name;
};

const assigneeToWire = (hold: NamedHoldRow) => ({
  id: formatId("reviewer", hold.reviewer_id),
  name: hold.name,
  credentials: hold.credentials,
  specialty: hold.specialty,
});

const holdToWire = (hold: NamedHoldRow, total: number) => ({
  reviewer: assigneeToWire(hold),
  status: slotStatus({ claimed: hold.claimed_at !== null, reviewed: hold.reviewed, total }),
  claimed_at: instant(hold.claimed_at),
});

const assignmentToWire = (row: TaskRow) => ({
  mode: row.mode,
  reviewer_id: row.wanted_reviewer_id && formatId("reviewer", row.wanted_reviewer_id),
  required_credentials: row.required_credentials,
  specialty: row.specialty,
});

function toWire(row: TaskRow, sampleIds: readonly string[], holds: readonly NamedHoldRow[]) {
  const [first] = holds;
  return {
    id: formatId("review_task", row.id),
    object: "review_task" as const,
    project: formatId("project", row.project_id),
    samples: sampleIds.map((id) => formatId("sample", id)),
    sample_count: row.sample_count,
    rubric: formatId("rubric", row.rubric_id),
    evaluation: row.evaluation_id && formatId("evaluation", row.evaluation_id),
    evaluator: row.evaluator,
    status: row.status,
    priority: priorityName(row),
    assignment: assignmentToWire(row),
    reviews_required: row.reviews_required,
    blind: row.blind,
    assignee: first ? assigneeToWire(first) : null,
    assignments: holds.map((hold) => holdToWire(hold, row.sample_count)),
    unassigned_reason: row.waiting && isOpen(row.status) ? ("no_matching_reviewer" as const) : null,
    progress: { completed: row.completed, total: row.sample_count },
    due_at: instant(row.due_at),
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    completed_at: instant(row.completed_at),
    cancelled_at: instant(row.cancelled_at),
  };
}

/** A task as it goes over the wire. */
export type WireTask = ReturnType<typeof toWire>;

/** Tasks as they go over the wire, with the samples and holds that are stored of them now. */
export async function tasksToWire(db: Knex, rows: readonly TaskRow[]): Promise<WireTask[]> {
  const samples = await samplesOfTasks(db, rows);
  const holds = await holdsOfTasks(db, rows);
  return rows.map((row) => toWire(row, samples.get(row.id) ?? [], holds.get(row.id) ?? []));
}

/** A task as it goes over the wire. */
export async function taskToWire(db: Knex, row: TaskRow): Promise<WireTask> {
  const [wire] = await tasksToWire(db, [row]);
  if (!wire) throw new Error(`Task ${row.id} has no form for the wire.`);
  return wire;
}
