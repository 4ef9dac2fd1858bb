/** The data of a response together with the response itself, whose body has already been read. */
export interface WithResponse<T> {
  data: T;
  response: Response;
  requestId: string | undefined;
}

/**
 * Sends a request. If `raw` is true, leaves the body of a successful response unread. If `misused` is true,
 * sends nothing and rejects, because the request was already sent in the mode that `raw` states, and the
 * caller now needs the other mode.
 */
export type Send<T> = (raw: boolean, misused?: boolean) => Promise<WithResponse<T>>;

/**
 * A pending call; await it to get its data. It sends at most one request, after the current synchronous code
 * has run, whether or not it is awaited.
 */
export class ApiPromise<T> extends Promise<T> {
  /** Makes `catch` and `finally` return ordinary promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }
  readonly #send: Send<T>;
  #response: Promise<WithResponse<T>> | undefined;
  #raw: boolean | undefined;

  constructor(send: Send<T>) {
    super(() => {}); // This promise never settles, because all uses go through `then` below.
    this.#send = send;
    queueMicrotask(() => {
      if (!this.#response) void this.#start(false);
    });
  }

  /** Returns the data together with the response and its request id. */
  async withResponse(): Promise<WithResponse<T>> {
    return this.#start(false);
  }

  /**
   * Returns the response with its body unread. Call this method before you await the promise. The time limit
   * then covers only the headers; the signal also covers the body.
   *
   * @throws {ApiError} for an error response; AssayError if the body has already been read.
   */
  async asResponse(): Promise<Response> {
    return (await this.#start(true)).response;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- this class is awaitable by design
  override then<R1 = T, R2 = never>(
    onData?: ((data: T) => R1 | PromiseLike<R1>) | null,
    onError?: ((reason: unknown) => R2 | PromiseLike<R2>) | null,
  ): Promise<R1 | R2> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onData, onError);
  }

  #start(raw: boolean): Promise<WithResponse<T>> {
    this.#raw ??= raw;
    return this.#raw === raw ? (this.#response ??= this.#send(raw)) : this.#send(raw, true);
  }
}
