import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesName } from "../../domain/agents/name-pattern.ts";
import { parentsOfAction, parentsOfTool } from "./group-parents.ts";

const name = fc.string({ unit: fc.constantFrom("a", "b", ".", "*"), minLength: 1, maxLength: 4 });
const groups = fc.dictionary(name, fc.array(name, { maxLength: 5 }), { maxKeys: 5 });

test("a tool is in each group with a matching pattern, and an action in each group that lists it", () => {
  fc.assert(
    fc.property(groups, name, (given, one) => {
      const idsWhere = (matches: (member: string) => boolean) =>
        Object.entries(given).flatMap(([id, members]) => (members.some(matches) ? [id] : []));
      const idsOf = (names: readonly { id: string }[]) => names.map(({ id }) => id).toSorted();
      expect(idsOf(parentsOfTool(given, one))).toEqual(
        idsWhere((member) => matchesName(member, one)).toSorted(),
      );
      expect(idsOf(parentsOfAction(given, one))).toEqual(idsWhere((member) => member === one).toSorted());
    }),
  );
});
