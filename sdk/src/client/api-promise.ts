/** An answer: what the API returned, and the response that carried it (its body is used up). */
export interface WithResponse<T> {
  data: T;
  response: Response;
  requestId: string | undefined;
}

/**
 * Sends a request; when `raw`, leaves the body of a successful answer unread. With `misused` it only rejects: the answer was
 * sent for as `raw` says, and cannot be given in the other way any more.
 */
export type Send<T> = (raw: boolean, misused?: boolean) => Promise<WithResponse<T>>;

/**
 * A call on its way: await it for its data. One request at most, sent once the present synchronous code has run,
 * whether it is awaited or not.
 */
export class ApiPromise<T> extends Promise<T> {
  /** What `catch` and `finally` give are ordinary promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }
  readonly #send: Send<T>;
  #answer: Promise<WithResponse<T>> | undefined;
  #raw = false;

  constructor(send: Send<T>) {
    super(() => {}); // Never settles itself: `then` below is what every use of a promise comes through.
    this.#send = send;
    queueMicrotask(() => {
      void this.#start(false);
    });
  }

  /** The data together with the response and its request id. */
  async withResponse(): Promise<WithResponse<T>> {
    const answer = this.#start(false);
    if (this.#raw) return this.#send(true, true);
    return answer;
  }

  /**
   * The response itself with its body unread; to be asked for before anything is awaited. The time limit then covers
   * the answer's head alone; the signal goes on to cover the body.
   *
   * @throws {ApiError} for a refusal, as the call itself does; AssayError when the body has been read already.
   */
  async asResponse(): Promise<Response> {
    this.#raw ||= !this.#answer;
    const answer = this.#start(true);
    return (await (this.#raw ? answer : this.#send(false, true))).response;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is what this class is for
  override then<R1 = T, R2 = never>(
    onData?: ((data: T) => R1 | PromiseLike<R1>) | null,
    onError?: ((reason: unknown) => R2 | PromiseLike<R2>) | null,
  ): Promise<R1 | R2> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onData, onError);
  }

  #start(raw: boolean): Promise<WithResponse<T>> {
    return (this.#answer ??= this.#send(raw));
  }
}
