/** Limits of the computations of a process. */
export interface QueueLimits {
  /** Maximum number of computations that run at the same time; a workspace has at most one of them. */
  running: number;
  /** Maximum number of waiting computations of one workspace. */
  waitingPerWorkspace: number;
  /** Maximum number of waiting computations of all workspaces. */
  waiting: number;
}

/** The result of adding a computation: whether it is in the queue, or which limit refuses it. */
export type Admission = "admitted" | "workspace_full" | "process_full";

/**
 * Decides which computation runs next. Each workspace runs one at a time, and the workspaces take turns: the
 * next computation belongs to the workspace that has waited longest since its last one ended.
 */
export class TaskQueue<Task> {
  readonly #limits: QueueLimits;
  /** The waiting tasks by workspace; the workspace with the next turn is first. */
  readonly #waiting = new Map<string, Task[]>();
  readonly #running = new Set<string>();
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

  /**
   * Adds a task, unless a limit refuses it. A task that can run at once does not count as waiting.
   *
   * @param isBackground whether the task waits without limits. Jobs wait in this way, because they are limited
   *   by the slots of their lane.
   */
  add(workspaceId: string, task: Task, isBackground = false): Admission {
    const own = this.#waiting.get(workspaceId) ?? [];
    const isNext = this.#hasSlot() && !this.#running.has(workspaceId);
    if (!isBackground && !isNext) {
      if (own.length >= this.#limits.waitingPerWorkspace) return "workspace_full";
      if (this.#count >= this.#limits.waiting) return "process_full";
    }
    own.push(task);
    this.#waiting.set(workspaceId, own);
    this.#count += 1;
    return "admitted";
  }

  /** Returns the task that runs next, and counts it as running; undefined if none can run now. */
  next(): Task | undefined {
    if (!this.#hasSlot()) return undefined;
    for (const [workspaceId, tasks] of this.#waiting) {
      if (this.#running.has(workspaceId)) continue;
      const [task] = tasks;
      if (task === undefined) continue;
      this.remove(workspaceId, task);
      this.#running.add(workspaceId);
      return task;
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
    const index = tasks.indexOf(task);
    if (index === -1) return false;
    tasks.splice(index, 1);
    if (tasks.length === 0) this.#waiting.delete(workspaceId);
    this.#count -= 1;
    return true;
  }

  #hasSlot(): boolean {
    return this.#running.size < this.#limits.running;
  }
}
