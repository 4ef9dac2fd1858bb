import { Duplex } from "node:stream";
import { createClientMessages, type ClientBatch } from "./client-messages.ts";

/** The client's end of a session. */
export interface WireClient {
  onData(bytes: Uint8Array): void;
  /** Is called when the session ends, with an error if the backend was lost. */
  onEnd(error?: Error): void;
}

/** The backend's end of a session. */
export interface WireSession {
  /** Sends complete messages. The bytes are copied before this function returns. */
  send(bytes: Uint8Array): void;
  /** Ends the session. Repeated calls have no effect. */
  close(): void;
}

/** A server for the Postgres protocol. */
export interface WireBackend {
  /** Starts a session as soon as the backend is available. */
  attach(client: WireClient): Promise<WireSession>;
}

/**
 * Replaces the socket of the driver `pg`: pass `() => new WireStream(backend)` as the option `stream` of the
 * connection. Requests for encryption or cancellation are declined, as by a server that does not support
 * them.
 */
export class WireStream extends Duplex {
  readonly #backend: WireBackend;
  readonly #messages = createClientMessages();
  #session: WireSession | undefined;

  constructor(backend: WireBackend) {
    super({ allowHalfOpen: true });
    this.#backend = backend;
  }

  /**
   * The driver calls this method as it would call a socket's `connect(port, host)`. Emits `connect` when the
   * session is open.
   */
  connect(): this {
    void this.#open();
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  async #open(): Promise<void> {
    try {
      const session = await this.#backend.attach({
        onData: (bytes) => this.push(bytes),
        onEnd: (error) => (error ? this.destroy(error) : this.push(null)),
      });
      if (this.destroyed) return session.close();
      this.#session = session;
      this.emit("connect");
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    try {
      for (const batch of this.#messages.push(chunk)) this.#forward(batch);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #forward(batch: ClientBatch): void {
    switch (batch.kind) {
      case "encryption-request":
        this.push("N");
        return;
      case "cancel-request":
      case "terminate":
        this.#session?.close();
        this.push(null);
        return;
      case "startup":
      case "messages":
        if (!this.#session) throw new Error("The session with the embedded database is not open yet.");
        this.#session.send(batch.bytes);
        return;
    }
  }

  override _read(): void {
    // There is no backpressure, because the driver reads everything.
  }

  override _final(done: (error?: Error) => void): void {
    this.#session?.close();
    if (!this.readableEnded) this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#session?.close();
    done(error);
  }
}
