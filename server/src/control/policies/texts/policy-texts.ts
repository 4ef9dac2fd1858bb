import type { TextChecker } from "@assay/contract/control/cedar/text/text-checker";
import type { CheckedText } from "@assay/contract/control/policies/policy-contents";
import { requesterOf, ThreadTasks } from "../../../platform/threads/thread-tasks.ts";
import { checkModule, namesModule } from "./text-work.ts";

/** Maximum length of a text that the server's thread checks (characters). This takes about 20 milliseconds. */
const maxShort = 2000;

type Caller = Parameters<typeof requesterOf>[0];

async function* nothing(): AsyncGenerator<never> {}

/**
 * Checks texts of policies. Long texts are checked in a thread, because a check can take more than half a second. This
 * thread does nothing else: a policy that must be in force soon never waits for a comparison or a simulation.
 */
export class PolicyTexts {
  readonly #checker: TextChecker;
  readonly #threads = new ThreadTasks({ count: 1, memoryMb: 256 });

  constructor(checker: TextChecker) {
    this.#checker = checker;
  }

  /**
   * Checks a text.
   *
   * @throws {ApiError} 429 if too many texts of the workspace wait; 503 if too many of all workspaces wait, or if the
   *   result is not available after 60 seconds; 422 if the thread runs out of memory.
   */
  async check(text: string, caller: Caller): Promise<CheckedText> {
    if (text.length <= maxShort) return this.#checker.check(text);
    const settings = { kind: "check", text } as const;
    return this.#threads.run(checkModule, { settings, pieces: nothing }, requesterOf(caller));
  }

  /** The names in a stored text. @throws {ApiError} as `check`. */
  async names(text: string, caller: Caller): Promise<CheckedText["names"]> {
    if (text.length <= maxShort) return this.#checker.names(text);
    const settings = { kind: "names", text } as const;
    return this.#threads.run(namesModule, { settings, pieces: nothing }, requesterOf(caller));
  }

  /** Ends the thread and refuses the checks that wait or run. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}
