import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mockTarget } from "../../../conformance/harness/mock-target.ts";
import { serverTarget } from "../../../conformance/harness/server-target.ts";
import type { Target } from "../../../conformance/harness/target.ts";
import { Draw } from "./draw.ts";
import { type Command, drawCommand, drawFocus } from "./draw-command.ts";
import { SequenceSide } from "./sequence-side.ts";

/** The number of sequences and the seed of the first sequence; each further sequence has the next seed. */
interface Sequences {
  count: number;
  /** Number of commands per sequence. */
  length: number;
  firstSeed: number;
  timeoutMs: number;
}

/**
 * Defines a test: for random sequences of commands, the mock and the server must return the same responses.
 */
export function compareSequences(sequences: Sequences): void {
  const { count, length, firstSeed, timeoutMs } = sequences;
  describe("mock and server, on sequences of commands", () => {
    const targets: Target[] = [];
    beforeAll(async () => {
      targets.push(await serverTarget("embedded"), await mockTarget());
    });
    afterAll(() => Promise.all(targets.map(({ close }) => close())));

    test(
      `return the same responses (${count} sequences from seed ${firstSeed})`,
      async () => {
        const [server, mock] = targets;
        if (!server || !mock) throw new Error("The targets did not start.");
        let succeeded = 0;
        for (let seed = firstSeed; seed < firstSeed + count; seed += 1)
          succeeded += await compareSequence({ server, mock }, { seed, length });
        // If all responses were refusals, their equality would prove little.
        expect(succeeded / (count * length)).toBeGreaterThan(0.5);
      },
      timeoutMs,
    );
  });
}

/**
 * Sends one sequence to both sides, and stops when their responses differ. The commands sent so far are then
 * the shortest failing prefix. @returns the number of successes.
 */
async function compareSequence(
  targets: { server: Target; mock: Target },
  { seed, length }: { seed: number; length: number },
): Promise<number> {
  const [server, mock] = [await SequenceSide.on(targets.server), await SequenceSide.on(targets.mock)];
  const draw = new Draw(seed);
  const focus = drawFocus(draw);
  const sent: Command[] = [];
  let succeeded = 0;
  while (sent.length < length) {
    const command = drawCommand(draw, { focus, pool: server.pool, sent });
    sent.push(command);
    const [expected, answer] = [await server.send(command), await mock.send(command)];
    const prefix = `the sequence of seed ${seed} (ASSAY_TEST_SEED), up to the difference:\n${sent.map(shown).join("\n")}\n`;
    expect(answer.shared, prefix).toEqual(expected.shared);
    if (expected.status < 300) succeeded += 1;
  }
  return succeeded;
}

function shown({ caller, method, path, body, headers, advanceMs }: Command, index: number): string {
  const key = headers["idempotency-key"];
  const moved = advanceMs > 1 ? ` (clock + ${advanceMs / 60_000} min)` : "";
  return `${index + 1}. ${caller}: ${method} ${path} ${body ?? ""}${key ? ` [idempotency-key ${key}]` : ""}${moved}`;
}
