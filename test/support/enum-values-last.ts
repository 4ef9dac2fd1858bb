import { BaseSequencer, type TestSpecification } from "vitest/node";

const isLast = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith("/enum-values.test.ts");

/**
 * Starts `enum-values.test.ts` after all other files: it reads their records, and runs the other scenarios.
 */
export class EnumValuesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)];
  }
}
