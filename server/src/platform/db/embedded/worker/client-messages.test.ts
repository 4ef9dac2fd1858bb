import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ClientBatch, createClientMessages } from "./client-messages.ts";

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const message = (type: string, body: Uint8Array = Buffer.alloc(0)) =>
  Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
const request = (code: number, body = "") =>
  Buffer.concat([int32(8 + body.length), int32(code), Buffer.from(body)]);
const startup = Buffer.concat([int32(13), int32(196_608), Buffer.from("user\0")]);
const withBody = (type: string) => message(type, Buffer.from(`${type} body`));
const parse = withBody("P");
const bind = withBody("B");
const execute = withBody("E");
const sync = withBody("S");
const flush = withBody("H");
const query = withBody("Q");

const cut = (chunks: readonly Uint8Array[]): ClientBatch[] => {
  const messages = createClientMessages();
  return chunks.flatMap((chunk) => messages.push(chunk));
};
const started = (...messages: Buffer[]) => cut([startup, Buffer.concat(messages)]).slice(1);

describe("the splitter of client messages", () => {
  test("buffers messages that have no response until a message that has a response", () => {
    expect(started(parse, bind, execute)).toEqual([]);
    expect(started(parse, bind, execute, sync, parse)).toEqual([
      { kind: "messages", bytes: Buffer.concat([parse, bind, execute, sync]) },
    ]);
  });

  test("returns one batch for each message with a response", () => {
    expect(started(query, parse, flush, execute, sync)).toEqual([
      { kind: "messages", bytes: query },
      { kind: "messages", bytes: Buffer.concat([parse, flush]) },
      { kind: "messages", bytes: Buffer.concat([execute, sync]) },
    ]);
  });

  test("distinguishes startup requests and termination from other messages", () => {
    // For the message codes, see "Message Formats" in the PostgreSQL manual.
    expect(cut([request(80_877_103), request(80_877_104), startup, message("X")])).toEqual([
      { kind: "encryption-request" },
      { kind: "encryption-request" },
      { kind: "startup", bytes: startup },
      { kind: "terminate" },
    ]);
    expect(cut([request(80_877_102, "12345678")])).toEqual([{ kind: "cancel-request" }]);
  });

  test("returns the same batches for any chunks", () => {
    const body = fc.uint8Array({ maxLength: 40 });
    const types = fc.constantFrom("Q", "P", "B", "D", "E", "C", "S", "H");
    const messages = fc.array(fc.tuple(types, body).map(([type, content]) => message(type, content)));
    const splits = fc.array(fc.nat(60), { minLength: 1 });
    fc.assert(
      fc.property(messages, splits, (sent, sizes) => {
        const whole = Buffer.concat([startup, ...sent, sync]);
        const chunks: Buffer[] = [];
        for (let at = 0, index = 0; at < whole.length; index += 1) {
          const size = (sizes[index % sizes.length] ?? 0) + 1;
          chunks.push(whole.subarray(at, at + size));
          at += size;
        }
        const batches = cut(chunks);
        expect(batches).toEqual(cut([whole]));
        expect(
          Buffer.concat(batches.map((batch) => ("bytes" in batch ? batch.bytes : Buffer.alloc(0)))),
        ).toEqual(whole);
      }),
    );
  });

  test("refuses an invalid length", () => {
    expect(() => started(Buffer.concat([Buffer.from("Q"), int32(3)]))).toThrow(
      "Invalid length of a Postgres message: 3 bytes",
    );
    expect(() => cut([int32(0x7fff_ffff)])).toThrow("Invalid length of a Postgres message: 2147483647 bytes");
  });
});
