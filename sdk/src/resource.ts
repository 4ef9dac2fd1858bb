import type { Transport } from "./transport.ts";

/** What the calls on one kind of thing have in common: the transport that carries them. */
export abstract class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}
