import { Duplex } from "node:stream";
import { createClientMessages, type ClientBatch } from "./client-messages.ts";

/** The side of a session that the backend talks to. */
export interface WireClient {
  onData(bytes: Uint8Array): void;
  /** The session is over; with an error when the backend was lost. */
  onEnd(error?: Error): void;
}

/** The side of a session that the client talks to. */
export interface WireSession {
  /** Hands over whole messages; the bytes are copied before this returns. */
  send(bytes: Uint8Array): void;
  /** Ends the session; again is harmless. */
  close(): void;
}

/** Something that speaks the Postgres protocol. */
export interface WireBackend {
  /** Begins a session as soon as the backend can take one. */
  attach(client: WireClient): Promise<WireSession>;
}

/**
 * What the driver `pg` takes for its socket: give `() => new WireStream(backend)` as the connection's `stream`.
 * There is nothing to encrypt and nothing to cancel: both requests get the answer a server without them gives.
 */
export class WireStream extends Duplex {
  readonly #backend: WireBackend;
  readonly #messages = createClientMessages();
  #session: WireSession | undefined;

  constructor(backend: WireBackend) {
    super({ allowHalfOpen: true });
    this.#backend = backend;
  }

  /** Called by the driver in place of a socket's `connect(port, host)`; emits `connect` when the session is open. */
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
    // The backend answers as fast as it can; the driver reads everything anyway.
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
