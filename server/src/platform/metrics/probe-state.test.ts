import { expect, test } from "vitest";
import { ProbeState } from "./probe-state.ts";

test("a process is alive for 30 seconds after its last heartbeat, and ready for 10 seconds after its last check", () => {
  let now = 100;
  const memory = new SharedArrayBuffer(12);
  const [main, probes] = [new ProbeState(memory, () => now), new ProbeState(memory, () => now)];
  const seen = (seconds: number) => {
    now = seconds;
    return [probes.isAlive, probes.isReady];
  };
  main.beat();
  main.setReady(true);
  expect([seen(110), seen(111), seen(130), seen(131)]).toEqual([
    [true, true],
    [true, false],
    [true, false],
    [false, false],
  ]);
  main.beat();
  main.setReady(false);
  expect(seen(131)).toEqual([true, false]);
});
