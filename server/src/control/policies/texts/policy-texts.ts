import type { PolicyEngine } from "@assay/contract/control/cedar/engine/policy-engine";
import type { EffectiveSet } from "@assay/contract/control/cedar/policy-set";
import type { TextChecker } from "@assay/contract/control/cedar/text/text-checker";
import type { CheckedText } from "@assay/contract/control/policies/policy-contents";
import { type Requester, requesterOf, ThreadTasks } from "../../../platform/threads/thread-tasks.ts";
import { textModules } from "./text-work.ts";

/**
 * Maximum length of a text that the server's thread checks (characters). The check of a text with 1,900 characters that
 * names many actions and types takes more than half a second.
 */
const maxShort = 200;

/** Maximum number of stored texts whose cost is cached. The oldest is evicted first. */
const maxCosts = 2000;

type PreparedEngine = Pick<PolicyEngine, "statements" | "unknownTexts">;
type Caller = Parameters<typeof requesterOf>[0];

async function* nothing(): AsyncGenerator<never> {}

/** The requester of computations that are part of a change and wait without limits. */
const partOfChange = (workspaceId: string): Requester => ({
  workspaceId,
  signal: new AbortController().signal,
});

/**
 * Checks and splits texts of policies in a thread. This thread does nothing else: a policy that must be in force soon never waits
 * for a comparison or a simulation.
 */
export class PolicyTexts {
  readonly #checker: TextChecker;
  readonly #threads = new ThreadTasks({ count: 1, memoryMb: 256, waitingPerWorkspace: 50, waiting: 200 });
  readonly #costs = new Map<string, number>();
  readonly #engine: PreparedEngine;
  /** The texts that are being split. */
  readonly #splitting = new Map<string, Promise<void>>();

  constructor(checker: TextChecker, engine: PreparedEngine) {
    this.#checker = checker;
    this.#engine = engine;
  }

  /**
   * Splits the texts of a set in the thread, so that the engine compiles the set in little time. Never fails: the engine
   * itself splits what the thread cannot split, and reports the fault.
   */
  async prepare(set: EffectiveSet, workspaceId: string): Promise<void> {
    const texts = this.#engine.unknownTexts(set);
    if (texts.reduce((sum, { length }) => sum + length, 0) <= maxShort) return;
    for (const text of texts) await this.#split(text, workspaceId);
  }

  /** Splits a text that sets will contain. Never fails. */
  async prepareText(text: string, workspaceId: string): Promise<void> {
    if (text.length > maxShort && !this.#engine.statements.has(text)) await this.#split(text, workspaceId);
  }

  #split(text: string, workspaceId: string): Promise<void> {
    const running = this.#splitting.get(text);
    if (running) return running;
    const split = this.#threads
      .run(textModules.statements, inputOf("statements", text), partOfChange(workspaceId))
      .then(
        (statements) => this.#engine.statements.add(text, statements),
        () => undefined,
      )
      .finally(() => this.#splitting.delete(text));
    this.#splitting.set(text, split);
    return split;
  }

  /**
   * Checks a text.
   *
   * @throws {ApiError} 429 if too many texts of the workspace wait; 503 if too many of all workspaces wait, or if the
   *   result is not available after 60 seconds; 422 if the thread runs out of memory.
   */
  async check(text: string, caller: Caller): Promise<CheckedText> {
    if (text.length <= maxShort) return this.#checker.check(text);
    return this.#threads.run(textModules.check, inputOf("check", text), requesterOf(caller));
  }

  /** The names in a stored text, for a request. @throws {ApiError} as `check`. */
  async names(text: string, caller: Caller): Promise<CheckedText["names"]> {
    return this.#names(text, requesterOf(caller));
  }

  /** The names in a stored text, for a change in a workspace. @throws {ApiError} 422 if the thread runs out of memory. */
  async namesForChange(text: string, workspaceId: string): Promise<CheckedText["names"]> {
    return this.#names(text, partOfChange(workspaceId));
  }

  /**
   * The cost of a stored text for values of 1,024 characters, in steps. It is computed once for each digest.
   *
   * @throws {ApiError} 422 if the thread runs out of memory.
   */
  async usualCost({ text, digest }: { text: string; digest: string }, workspaceId: string): Promise<number> {
    const known = this.#costs.get(digest);
    if (known !== undefined) return known;
    const input = inputOf("usualCost", text);
    const cost =
      text.length <= maxShort
        ? this.#checker.usualCost(text)
        : await this.#threads.run(textModules.usualCost, input, partOfChange(workspaceId));
    const [oldest] = this.#costs.keys();
    if (this.#costs.size >= maxCosts && oldest !== undefined) this.#costs.delete(oldest);
    this.#costs.set(digest, cost);
    return cost;
  }

  async #names(text: string, requester: Requester): Promise<CheckedText["names"]> {
    if (text.length <= maxShort) return this.#checker.names(text);
    return this.#threads.run(textModules.names, inputOf("names", text), requester);
  }

  /** Ends the thread and refuses the checks that wait or run. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}

const inputOf = <Of extends string>(of: Of, text: string) => ({ settings: { of, text }, pieces: nothing });
