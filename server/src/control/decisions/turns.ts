/** Time for which decisions run before all other work of the process gets a turn, in milliseconds. */
const sliceMs = 5;

type Task = () => void;

/**
 * Lets decisions of several workspaces take turns, because the policy engine blocks the process. A decision
 * runs at once while the slice lasts. After that, decisions wait, and the workspaces take turns: each turn runs
 * one decision of a workspace.
 */
export class Turns {
  /** The waiting decisions by workspace. The first workspace has the next turn. */
  readonly #waiting = new Map<string, Task[]>();
  readonly #now: () => number;
  #sliceStart: number | undefined;

  /** @param now a monotonic clock, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs a decision, at once or in its turn. */
  run<Result>(workspaceId: string, decide: () => Result): Result | Promise<Result> {
    if (this.#waiting.size === 0 && this.#hasTime()) return decide();
    return new Promise((resolve, reject) => {
      const task = () => {
        try {
          resolve(decide());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      const tasks = this.#waiting.get(workspaceId);
      if (tasks) tasks.push(task);
      else this.#waiting.set(workspaceId, [task]);
    });
  }

  /** Whether the slice lasts. The first decision after a pause starts a slice. */
  #hasTime(): boolean {
    if (this.#sliceStart === undefined) {
      this.#sliceStart = this.#now();
      setImmediate(() => this.#afterPause());
      return true;
    }
    return this.#now() - this.#sliceStart < sliceMs;
  }

  #afterPause(): void {
    this.#sliceStart = undefined;
    while (this.#waiting.size > 0 && this.#hasTime()) this.#takeTurn();
  }

  #takeTurn(): void {
    for (const [workspaceId, tasks] of this.#waiting) {
      this.#waiting.delete(workspaceId);
      const task = tasks.shift();
      if (tasks.length > 0) this.#waiting.set(workspaceId, tasks);
      task?.();
      return;
    }
  }
}
