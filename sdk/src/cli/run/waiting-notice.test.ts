import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Assay } from "../../index.ts";
import { recordedIo } from "../io-fixture.ts";
import { createOutput } from "../output.ts";
import { noteWaiting } from "./waiting-notice.ts";

beforeAll(async () => {
  // The client loads modules when a call fails. Loading takes real time, which the simulated time does not include.
  const fetch = async (): Promise<Response> => Promise.reject(new Error("The server does not respond."));
  const client = new Assay({
    apiKey: "assay_test_key",
    baseUrl: "https://waiting.test",
    maxRetries: 0,
    fetch,
  });
  await client.evaluations.get("eval_1").catch(() => undefined);
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const since = "2026-11-30T10:00:00.000Z";
const waitingFor = (origin: string) => ({ waiting_for: { origin, since } });

/** Returns the notes of a wait of 45 seconds, in which the checks receive these answers, one every ten seconds. */
async function notesOf(...answers: (object | Error)[]): Promise<string> {
  const io = recordedIo();
  const left = [...answers];
  const client = new Assay({
    apiKey: "assay_test_key",
    baseUrl: "https://waiting.test",
    maxRetries: 0,
    fetch: async () => {
      const answer = left.shift() ?? {};
      if (answer instanceof Error) throw answer;
      return Response.json(answer);
    },
  });
  const context = { client, output: createOutput(io, false), signal: io.signal };
  const waited = noteWaiting(context, "eval_1", () => new Promise((resolve) => setTimeout(resolve, 45_000)));
  await vi.advanceTimersByTimeAsync(50_000);
  await waited;
  expect(vi.getTimerCount()).toBe(0);
  return io.stderr.text();
}

const note = (origin: string): string =>
  `The evaluation eval_1 waits for ${origin}, whose calls have failed since ${since}. The server tries again after ` +
  "increasing pauses. After 15 minutes, the remaining samples are errored. Press Ctrl-C to cancel the evaluation.\n";

test("prints one note for each endpoint for which an evaluation waits", async () => {
  const [one, other] = ["https://one.test", "https://other.test"];
  expect(await notesOf({}, waitingFor(one), waitingFor(one), waitingFor(other))).toBe(
    note(one) + note(other),
  );
});

test("prints no note if the evaluation does not wait, or if it cannot be read", async () => {
  expect(await notesOf({}, new Error("The server does not respond."), {})).toBe("");
});
