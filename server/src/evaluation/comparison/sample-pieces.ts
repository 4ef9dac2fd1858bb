import type { Knex } from "knex";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { readScoredSamples, type SampleParts } from "./compare-queries.ts";
import type { SidePiece } from "./thread/samples-by-side.ts";

/** Maximum number of scores that the server's thread may hold. Reading them takes a few milliseconds. */
const maxSmallScores = 5000;

/** An evaluation whose samples are read, and what is read of them. */
export interface ReadSide extends SampleParts {
  evaluation: EvaluationRow;
}

/** Returns how to read the samples of evaluations in pieces, and whether they are few. */
export const samplePieces = (db: Knex, sides: readonly ReadSide[]) => ({
  pieces: () => readSides(db, sides),
  isSmall: scoresOf(sides) <= maxSmallScores,
});

async function* readSides(db: Knex, sides: readonly ReadSide[]): AsyncGenerator<SidePiece> {
  for (const [side, { evaluation, ...parts }] of sides.entries())
    for await (const piece of readScoredSamples(db, evaluation, parts)) yield { ...piece, side };
}

function scoresOf(sides: readonly ReadSide[]): number {
  const counts = sides.map(({ evaluation: { total, evaluators } }) => total * (evaluators.length + 1));
  return counts.reduce((sum, count) => sum + count, 0);
}
