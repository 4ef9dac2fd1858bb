import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { recordedIo } from "./io-fixture.ts";
import { createOutput } from "./output.ts";

const step = (completed: number, failed = 0, total = 40) => ({ completed, failed, total });

describe("progress", () => {
  test("of few samples without a terminal is a line at the start and one at the end", () => {
    const io = recordedIo();
    const display = createOutput(io, false).progress({ label: "gpt" });
    for (let done = 0; done <= 40; done += 1) display.update(step(done));
    expect(io.stderr.text()).toBe("gpt: 0 of 40 samples\ngpt: 40 of 40 samples\n");
  });

  test("of many samples without a terminal is a line at the start, at each tenth, and at the end", () => {
    const io = recordedIo();
    const display = createOutput(io, false).progress({ label: "gpt" });
    for (let done = 0; done < 4000; done += 1) display.update(step(done, 0, 4000));
    display.update(step(3999, 1, 4000));
    display.update(step(3999, 1, 4000));
    const lines = io.stderr.text().trimEnd().split("\n");
    expect(lines).toHaveLength(11);
    expect([lines[0], lines[1], lines[10]]).toEqual([
      "gpt: 0 of 4000 samples",
      "gpt: 400 of 4000 samples",
      "gpt: 4000 of 4000 samples, 1 failed",
    ]);
    expect(io.stdout.text()).toBe("");
  });

  test("of no samples is one line", () => {
    const io = recordedIo();
    createOutput(io, false)
      .progress({ label: "gpt" })
      .update(step(0, 0, 0));
    expect(io.stderr.text()).toBe("gpt: 0 of 0 samples\n");
  });

  test("on a terminal is a bar, which ends with its last state on a separate line", () => {
    const io = recordedIo({ isTTY: true });
    const output = createOutput(io, false);
    const display = output.progress({ label: "gpt {bar}" });
    display.update(step(0));
    display.update(step(29, 1));
    output.close();
    const last = stripVTControlCharacters(io.stderr.text());
    expect(last).toMatch(/gpt bar █+░+ 75% \| 30\/40 samples, 1 failed\n$/);
    expect(io.stdout.text()).toBe("");
  });

  test("stops once, even if stopped repeatedly", () => {
    const io = recordedIo({ isTTY: true });
    const output = createOutput(io, false);
    const display = output.progress({ label: "gpt" });
    display.update(step(40));
    display.stop();
    const shown = io.stderr.text();
    display.stop();
    output.close();
    expect(io.stderr.text()).toBe(shown);
  });
});
