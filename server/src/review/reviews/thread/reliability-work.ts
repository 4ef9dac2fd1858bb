import { formatId } from "@assay/contract/platform/ids";
import { reliabilityToWire } from "@assay/contract/review/reviews/reliability-rules";
import type { DimensionGrade } from "@assay/contract/domain";
import { steppedModule } from "../../../platform/threads/compute-steps.ts";

/** The settings of a measurement of agreement. */
interface ReliabilitySettings {
  body: Parameters<typeof reliabilityToWire>[0];
  chosen: Parameters<typeof reliabilityToWire>[1];
}

/** Grades as a JSON array of {@link GradeColumns}. The server's thread does not parse it. */
export interface GradePiece {
  grades: string;
}

/** A grade as the database returns it; ids are UUIDs, and the time is in milliseconds since 1970. */
type GradeColumns = [
  sampleId: string,
  externalId: string | null,
  reviewerId: string,
  name: string,
  credentials: string[],
  value: DimensionGrade["value"],
  blind: boolean,
  imported: boolean,
  submittedAt: number,
];

function gradesOf({ grades }: GradePiece): DimensionGrade[] {
  const rows: GradeColumns[] = JSON.parse(grades);
  return rows.map(
    ([sampleId, externalId, reviewerId, name, credentials, value, blind, imported, submittedAt]) => ({
      sample: { id: formatId("sample", sampleId), externalId },
      reviewer: { id: formatId("reviewer", reviewerId), name, credentials },
      value,
      blind,
      imported,
      submittedAt,
    }),
  );
}

/** Measures how well reviewers agree. The pieces have the grades of the period, in any order. */
export const reliabilityModule = steppedModule(
  ({ body, chosen }: ReliabilitySettings, pieces: readonly GradePiece[]) =>
    reliabilityToWire(body, chosen, pieces.flatMap(gradesOf)),
  { source: new URL("./reliability-thread.ts", import.meta.url), name: "reliability-thread" },
);
