import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { handleStreamErrors } from "./interruption.ts";

/** Creates a stream on which every write fails with an error of the given code. */
const failing = (code: string) =>
  new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });

/** Writes to both streams. @returns one text for each callback that was called. */
async function reactionsTo(stdout: Writable, stderr: Writable): Promise<string[]> {
  const reactions: string[] = [];
  handleStreamErrors(
    { stdout, stderr },
    {
      readerLeft: () => void reactions.push("reader left"),
      writeFailed: ({ message }) => void reactions.push(message),
    },
  );
  const failed = [stdout, stderr].map((stream) => new Promise((resolve) => stream.once("close", resolve)));
  for (const stream of [stdout, stderr]) stream.write("text");
  await Promise.all(failed);
  return reactions;
}

test.each(["EPIPE", "ENOSPC", "EIO"])("an error of stderr has no effect: %s", async (code) => {
  expect(await reactionsTo(failing("EPIPE"), failing(code))).toEqual(["reader left"]);
});

test("an error of stdout is reported, except that its reader left", async () => {
  expect(await reactionsTo(failing("ENOSPC"), failing("EPIPE"))).toEqual(["ENOSPC"]);
  expect(await reactionsTo(failing("EPIPE"), failing("EPIPE"))).toEqual(["reader left"]);
});
