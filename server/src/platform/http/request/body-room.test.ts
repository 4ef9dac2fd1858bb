import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BodyRoom } from "./body-room.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const kib = 1024;

/** A room of a process that never waits. */
const newRoom = (): BodyRoom => new BodyRoom(() => performance.now());

/** Sends a body of a workspace. @returns its response, and whether it is being processed. */
function send(room: BodyRoom, workspaceId: string, bytes: number) {
  const request = { response: new EventEmitter(), isStarted: false, error: undefined as unknown };
  const wait = room.enter(workspaceId, bytes, request.response);
  const start = (): void => void (request.isStarted = true);
  if (wait) wait.then(start, (error: unknown) => (request.error = error));
  else start();
  return request;
}

const settled = () => vi.advanceTimersByTimeAsync(0);

test("large bodies of a workspace wait in order while 64 KiB of them are processed, and other workspaces do not wait", async () => {
  const room = newRoom();
  const [first, second, third] = [40, 40, 17].map((size) => send(room, "a", size * kib));
  expect([first, second, third].map((one) => one?.isStarted)).toEqual([true, false, false]);
  expect(send(room, "b", 60 * kib).isStarted).toBe(true);
  // The first request took no time, so the process does not rest.
  first?.response.emit("close");
  await vi.advanceTimersByTimeAsync(0);
  expect([second, third].map((one) => one?.isStarted)).toEqual([true, true]);
});

test("a body that is larger than the room is the only large one", async () => {
  const room = newRoom();
  const first = send(room, "a", 500 * kib);
  const second = send(room, "a", 17 * kib);
  expect([first, second].map((one) => one.isStarted)).toEqual([true, false]);
  first.response.emit("close");
  await settled();
  expect(second.isStarted).toBe(true);
});

test("while another workspace is active, the process rests after a large body", async () => {
  const room = newRoom();
  const [first, second] = [60, 60].map((size) => send(room, "a", size * kib));
  await vi.advanceTimersByTimeAsync(10);
  send(room, "b", 1);
  first?.response.emit("close");
  await vi.advanceTimersByTimeAsync(19);
  expect(second?.isStarted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(second?.isStarted).toBe(true);
  const third = send(room, "a", 60 * kib);
  await vi.advanceTimersByTimeAsync(1000);
  second?.response.emit("close");
  await settled();
  // The other workspace has sent nothing for a second.
  expect(third.isStarted).toBe(true);
});

test("small bodies do not wait for a large one, but in order for other small ones", async () => {
  const room = newRoom();
  const large = send(room, "a", 500 * kib);
  const small = [16, 16, 16, 16, 1].map((size) => send(room, "a", size * kib));
  expect(small.map((one) => one.isStarted)).toEqual([true, true, true, true, false]);
  small[0]?.response.emit("close");
  await settled();
  expect(small.at(-1)?.isStarted).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  send(room, "b", 1);
  large.response.emit("close");
  small[1]?.response.emit("close");
  await settled();
  // The process rests after the large body.
  expect([1, 17].map((size) => send(room, "a", size * kib).isStarted)).toEqual([true, false]);
});

test("the process rests for the time for which it worked, not for the time for which it waited", async () => {
  let busyMs = 0;
  const room = new BodyRoom(() => busyMs);
  const [first, second] = [60, 60].map((size) => send(room, "a", size * kib));
  await vi.advanceTimersByTimeAsync(28_000);
  busyMs += 10;
  send(room, "b", 1);
  first?.response.emit("close");
  await vi.advanceTimersByTimeAsync(19);
  expect(second?.isStarted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(second?.isStarted).toBe(true);
});

test("the process rests for at most a second", async () => {
  const room = newRoom();
  const [first, second] = [60, 60].map((size) => send(room, "a", size * kib));
  await vi.advanceTimersByTimeAsync(28_000);
  send(room, "b", 1);
  first?.response.emit("close");
  await vi.advanceTimersByTimeAsync(999);
  expect(second?.isStarted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(second?.isStarted).toBe(true);
});

test("a client that disconnects while it waits leaves the queue", async () => {
  const room = newRoom();
  const [first, second, third] = [60, 60, 60].map((size) => send(room, "a", size * kib));
  second?.response.emit("close");
  first?.response.emit("close");
  await settled();
  expect([second, third].map((one) => one?.isStarted)).toEqual([false, true]);
});

test("a body that waits for 30 seconds is refused with 503", async () => {
  const room = newRoom();
  const [first, second] = [60, 60].map((size) => send(room, "a", size * kib));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(second?.error).toMatchObject({ status: 503, code: "too_busy", headers: { "Retry-After": "1" } });
  first?.response.emit("close");
  await settled();
  expect(send(room, "a", 60 * kib).isStarted).toBe(true);
});

test("a request that enters twice takes its room once", () => {
  const room = newRoom();
  const { response } = send(room, "a", 40 * kib);
  expect(room.enter("a", 40 * kib, response)).toBeUndefined();
  expect(send(room, "a", 20 * kib).isStarted).toBe(true);
});
