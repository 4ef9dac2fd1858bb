import { limits } from "@assay/contract/platform/limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { exportLines } from "./evidence-export.ts";
import { EvidenceHarness, testEvent } from "./evidence-harness.fixture.ts";

describe.each(engines)("the export of an evidence log on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
  });
  afterAll(() => harness.close());

  /**
   * Exports a log with `count` events that each contain `characters` of data.
   *
   * @returns the pieces that the export yields.
   */
  async function pieces(count: number, characters: number): Promise<string[]> {
    await harness.newWorkspace();
    const { writer } = harness.evidence;
    const event = testEvent("tool_call", { text: "x".repeat(characters) });
    await Promise.all(
      Array.from({ length: count }, () => writer.append(harness.workspaceId, () => ({ ...event }))),
    );
    const read: string[] = [];
    for await (const piece of exportLines(harness, harness.workspaceId)) read.push(piece);
    const lines = read.join("").trimEnd().split("\n");
    expect(lines).toHaveLength(count + 1);
    const positions = lines.slice(0, -1).map((line): unknown => JSON.parse(line).seq);
    expect(positions).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    return read;
  }

  test("reads few large events or many small events at a time", async () => {
    const large = await pieces(60, limits.eventDataBytes - 100);
    expect(Math.max(...large.map(({ length }) => length))).toBeLessThan(1.25 * 1024 * 1024);
    // Each piece contains twice as many events as the piece before it. Exceptions are the last events and the
    // checkpoint, which is the last piece.
    const small = await pieces(600, 1);
    expect(small.map((piece) => piece.split("\n").length - 1)).toEqual([16, 32, 64, 128, 256, 104, 1]);
  });
});
