/** Tables for reviewers, rubrics, tasks and assignments. */
export const taskTables = [
  // `last_active_at` is the time at which the reviewer last received a task or submitted a review; null if
  // this has never happened.
  `create table reviewers (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id uuid not null,
    name text not null,
    credentials text[] not null,
    specialty text,
    available boolean not null,
    projects uuid[],
    credential_expires_at timestamptz(3),
    last_active_at timestamptz(3),
    created_at timestamptz(3) not null,
    primary key (workspace_id, id)
  )`,
  `create index reviewers_newest on reviewers (workspace_id, created_at desc, id desc)`,

  // Rubrics are immutable, so that grades keep their meaning.
  `create table rubrics (
    workspace_id uuid not null,
    id uuid not null,
    project_id uuid not null,
    name text not null,
    version integer not null,
    description text,
    dimensions json not null,
    created_at timestamptz(3) not null,
    primary key (workspace_id, id),
    unique (workspace_id, project_id, name, version),
    foreign key (workspace_id, project_id) references projects (workspace_id, id)
  )`,
  `create index rubrics_newest on rubrics (workspace_id, created_at desc, id desc)`,

  // `priority` is 0 (urgent), 1 (high), 2 (normal) or 3 (low). `waiting` is true if the mode (auto or manual)
  // must still fill an open slot. `completed` is the number of samples with all required reviews.
  // `overdue_at` is the time at which the overdue event was emitted.
  `create table review_tasks (
    workspace_id uuid not null,
    id uuid not null,
    project_id uuid not null,
    rubric_id uuid not null,
    evaluation_id uuid,
    evaluator text,
    status text not null,
    priority smallint not null,
    mode text not null,
    wanted_reviewer_id uuid,
    required_credentials text[] not null,
    specialty text,
    reviews_required smallint not null,
    blind boolean not null,
    sample_count integer not null,
    completed integer not null default 0,
    waiting boolean not null,
    due_at timestamptz(3),
    overdue_at timestamptz(3),
    metadata jsonb not null,
    created_at timestamptz(3) not null,
    completed_at timestamptz(3),
    cancelled_at timestamptz(3),
    primary key (workspace_id, id),
    foreign key (workspace_id, project_id) references projects (workspace_id, id),
    foreign key (workspace_id, rubric_id) references rubrics (workspace_id, id),
    foreign key (workspace_id, evaluation_id) references evaluations (workspace_id, id),
    foreign key (workspace_id, wanted_reviewer_id) references reviewers (workspace_id, id)
  )`,
  `create index review_tasks_newest on review_tasks (workspace_id, created_at desc, id desc)`,
  `create index review_tasks_of_project on review_tasks (workspace_id, project_id, created_at desc, id desc)`,
  `create index review_tasks_waiting on review_tasks (workspace_id, priority, id)
    where waiting and status in ('pending', 'assigned', 'in_progress')`,
  `create index review_tasks_due on review_tasks (workspace_id, due_at)
    where overdue_at is null and due_at is not null and status in ('pending', 'assigned', 'in_progress')`,

  // `reviews` is the number of reviewers who have reviewed the sample in this task.
  `create table review_task_samples (
    workspace_id uuid not null,
    task_id uuid not null,
    position integer not null,
    sample_id uuid not null,
    reviews integer not null default 0,
    primary key (workspace_id, task_id, position),
    unique (workspace_id, task_id, sample_id),
    foreign key (workspace_id, task_id) references review_tasks (workspace_id, id) on delete cascade
  )`,

  // Assignments of tasks to reviewers. `claimed_at` is the start of the claim. `lapses_at` is the time at
  // which the claim expires unless a review is submitted. It is null for tasks that were assigned instead of
  // claimed, because those assignments do not expire. `reviewed` is the number of samples in the task that
  // the reviewer has reviewed.
  `create table review_assignments (
    workspace_id uuid not null,
    task_id uuid not null,
    reviewer_id uuid not null,
    assigned_at timestamptz(3) not null,
    claimed_at timestamptz(3),
    lapses_at timestamptz(3),
    reviewed integer not null default 0,
    primary key (workspace_id, task_id, reviewer_id),
    foreign key (workspace_id, task_id) references review_tasks (workspace_id, id) on delete cascade,
    foreign key (workspace_id, reviewer_id) references reviewers (workspace_id, id)
  )`,
  `create index review_assignments_of_reviewer on review_assignments (workspace_id, reviewer_id, task_id)`,
  `create index review_assignments_lapsing on review_assignments (workspace_id, lapses_at) where lapses_at is not null`,

  // Reviewers who have released a task themselves. The mode auto does not assign the task to them again.
  `create table review_declines (
    workspace_id uuid not null,
    task_id uuid not null,
    reviewer_id uuid not null,
    primary key (workspace_id, task_id, reviewer_id),
    foreign key (workspace_id, task_id) references review_tasks (workspace_id, id) on delete cascade
  )`,

  // Samples that an evaluation has routed to review. Each sample is routed at most once per rubric.
  `create table review_routes (
    workspace_id uuid not null,
    evaluation_id uuid not null,
    rubric_id uuid not null,
    sample_id uuid not null,
    task_id uuid not null,
    primary key (workspace_id, evaluation_id, rubric_id, sample_id),
    foreign key (workspace_id, task_id) references review_tasks (workspace_id, id) on delete cascade
  )`,
];
