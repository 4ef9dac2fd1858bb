interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** The most questions of one look-up: each answer may hold a decision of some megabytes. */
const maxBatch = 64;

/**
 * Looks things up for all who ask at a time. A look-up begins only after each of its questions was asked, as if that one
 * were asked alone: nothing is remembered, so what was changed before a question is in its answer.
 */
export class SharedLookUp<Question, Answer> {
  readonly #lookUp: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #waiting: Waiting<Question, Answer>[] = [];
  #isBusy = false;

  /** @param lookUp gives an answer for each question, in their order. */
  constructor(lookUp: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#lookUp = lookUp;
  }

  /** The answer to a question. @throws {unknown} what the look-up throws. */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (!this.#isBusy) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isBusy = true;
    // Questions that were read in the same round come along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#answer(this.#waiting.splice(0, maxBatch));
    this.#isBusy = false;
  }

  async #answer(asked: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#lookUp(asked.map(({ question }) => question));
      if (answers.length !== asked.length) throw new Error("A look-up must answer each of its questions.");
      for (const [index, answer] of answers.entries()) asked[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
