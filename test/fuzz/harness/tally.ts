import type { Received } from "./send.ts";

/** Counts responses by operation. */
export class Tally {
  sent = 0;
  readonly #statuses = new Map<number, number>();
  readonly #classes = new Map<string, Set<string>>();

  /** @param operationId the operation that the request reached, or undefined if it reached none. */
  count(operationId: string | undefined, { status }: Pick<Received, "status">): void {
    this.sent += 1;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    const reached = operationId ?? "no operation";
    const classes = this.#classes.get(reached) ?? new Set();
    this.#classes.set(reached, classes.add(classOf(status)));
  }

  /** Returns the listed operations that have no response in a status class, such as "2xx" or "4xx". */
  without(statusClass: string, operationIds: readonly string[]): string[] {
    return operationIds.filter((id) => !this.#classes.get(id)?.has(statusClass));
  }

  /** Returns one line with the number of responses for each class and status. */
  summary(): string {
    const byStatus = [...this.#statuses].toSorted(([a], [b]) => a - b);
    const classes = [...new Set(byStatus.map(([status]) => classOf(status)))];
    const shown = classes.map((name) => {
      const own = byStatus.filter(([status]) => classOf(status) === name);
      const all = own.reduce((sum, [, count]) => sum + count, 0);
      return `${name} ${all} (${own.map(([status, count]) => `${status}: ${count}`).join(", ")})`;
    });
    return `${this.sent} requests; ${shown.join("; ")}`;
  }
}

const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;
