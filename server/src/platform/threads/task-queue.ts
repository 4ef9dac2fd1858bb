/** Limits of the computations of a process. */
export interface QueueLimits {
  /** Maximum number of computations that run at the same time; a workspace has at most one of them. */
  running: number;
  /** Maximum number of simulations that run at the same time. */
  runningSimulations: number;
  /** Maximum number of waiting computations of one workspace. */
  waitingPerWorkspace: number;
  /** Maximum number of waiting computations of all workspaces. */
  waiting: number;
}

/** The kinds of computations that have different limits. */
export type TaskKind = "simulation" | "other";

/** How a computation is limited. */
export interface TaskTraits {
  kind?: TaskKind | undefined;
  /**
   * Whether the task waits without limits. Jobs wait in this way, because they are limited by the slots of their
   * lane.
   */
  isBackground?: boolean;
}

/** The result of adding a computation: whether it is in the queue, or which limit refuses it. */
export type Admission = "admitted" | "workspace_full" | "process_full";

interface Waiting<Task> {
  task: Task;
  kind: TaskKind;
}

/**
 * Decides which computation runs next. Each workspace runs one at a time of any kind, and the workspaces take turns: the
 * next computation belongs to the workspace that has waited longest since its last one ended.
 */
export class TaskQueue<Task> {
  readonly #limits: QueueLimits;
  /** The waiting tasks by workspace; the workspace with the next turn is first. */
  readonly #waiting = new Map<string, Waiting<Task>[]>();
  /** The kind of the running task by workspace. */
  readonly #running = new Map<string, TaskKind>();
  #count = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#count;
  }

  /** Number of running tasks. */
  get running(): number {
    return this.#running.size;
  }

  /** Adds a task, unless a limit refuses it. A task that can run at once does not count as waiting. */
  add(workspaceId: string, task: Task, { kind = "other", isBackground = false }: TaskTraits = {}): Admission {
    const own = this.#waiting.get(workspaceId) ?? [];
    const isNext = this.#hasSlot(kind) && !this.#running.has(workspaceId);
    if (!isBackground && !isNext) {
      if (own.length >= this.#limits.waitingPerWorkspace) return "workspace_full";
      if (this.#count >= this.#limits.waiting) return "process_full";
    }
    own.push({ task, kind });
    this.#waiting.set(workspaceId, own);
    this.#count += 1;
    return "admitted";
  }

  /** Returns the task that runs next, and counts it as running; undefined if none can run now. */
  next(): Task | undefined {
    for (const [workspaceId, tasks] of this.#waiting) {
      if (this.#running.has(workspaceId)) continue;
      // A simulation that waits for one of its slots does not delay the workspace's other tasks.
      const next = tasks.find(({ kind }) => this.#hasSlot(kind));
      if (!next) continue;
      this.remove(workspaceId, next.task);
      this.#running.set(workspaceId, next.kind);
      return next.task;
    }
    return undefined;
  }

  /** Ends the running task of a workspace. The workspace's next turn comes after those of all others. */
  finish(workspaceId: string): void {
    this.#running.delete(workspaceId);
    const tasks = this.#waiting.get(workspaceId);
    if (!tasks) return;
    this.#waiting.delete(workspaceId);
    this.#waiting.set(workspaceId, tasks);
  }

  /** Removes a waiting task. @returns whether it was waiting. */
  remove(workspaceId: string, task: Task): boolean {
    const tasks = this.#waiting.get(workspaceId) ?? [];
    const index = tasks.findIndex((one) => one.task === task);
    if (index === -1) return false;
    tasks.splice(index, 1);
    if (tasks.length === 0) this.#waiting.delete(workspaceId);
    this.#count -= 1;
    return true;
  }

  #hasSlot(kind: TaskKind): boolean {
    const { running, runningSimulations } = this.#limits;
    if (this.#running.size >= running) return false;
    return kind !== "simulation" || this.#simulations() < runningSimulations;
  }

  #simulations(): number {
    return [...this.#running.values()].filter((kind) => kind === "simulation").length;
  }
}
