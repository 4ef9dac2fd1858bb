import { BaseSequencer, type TestSpecification } from "vitest/node";

const isLast = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith("/enum-values.test.ts");

/**
 * Starts `enum-values.test.ts` after all other files, because it reads what they recorded. It runs the
 * scenarios that no other file has run.
 */
export class EnumValuesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)];
  }
}
