import fc from "fast-check";
import { expect, test } from "vitest";
import { ancestorsOf, HierarchyCheck, type ParentsOf } from "./entity-graph.ts";

const nodes = 8;
const name = (index: number) => ({ type: "node", id: String(index) });

/** Random graphs of 8 nodes. Each pair is an edge from an entity to its parent. */
const graphs = fc.array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 20 }).map(
  (edges): ParentsOf =>
    ({ id }) =>
      edges.flatMap(([child, parent]) => (String(child) === id ? [name(parent)] : [])),
);

/** Finds the ancestors of a node step by step. A node on a cycle is its own ancestor. */
function reachable(start: number, parentsOf: ParentsOf): Set<string> {
  const found = new Set<string>();
  for (let step = 0; step <= nodes; step += 1) {
    const from = step === 0 ? [name(start)] : [...found].map((id) => name(Number(id)));
    for (const { id } of from.flatMap(parentsOf)) found.add(id);
  }
  return found;
}

test("a hierarchy has a fault exactly if an entity is its own ancestor", () => {
  fc.assert(
    fc.property(graphs, (parentsOf) => {
      const check = new HierarchyCheck(parentsOf);
      const faults = Array.from({ length: nodes }, (_, index) => check.faultOf(name(index)));
      const isCyclic = Array.from({ length: nodes }, (_, index) =>
        reachable(index, parentsOf).has(String(index)),
      );
      expect(faults.some((fault) => fault?.code === "parent_cycle")).toBe(isCyclic.includes(true));
    }),
  );
});

test("the ancestors of an entity are all entities above it, without itself", () => {
  fc.assert(
    fc.property(graphs, fc.nat(nodes - 1), (parentsOf, index) => {
      const expected = reachable(index, parentsOf);
      expected.delete(String(index));
      const found = ancestorsOf(name(index), parentsOf).map(({ id }) => id);
      expect(found.toSorted()).toEqual([...expected].toSorted());
    }),
  );
});

test("the longest chain counts, and a chain of any length uses no stack", () => {
  // The longest chain, 0 → 1 → … → 16, has 16 levels. The edge 0 → 16 does not change this.
  const levels: ParentsOf = ({ id }) =>
    Number(id) >= 16 ? [] : id === "0" ? [name(16), name(1)] : [name(Number(id) + 1)];
  expect(new HierarchyCheck(levels).faultOf(name(0))).toBeUndefined();
  const endless: ParentsOf = ({ id }) => (Number(id) < 10_000 ? [name(Number(id) + 1)] : []);
  expect(new HierarchyCheck(endless).faultOf(name(0))).toEqual({ code: "too_deep", name: name(9_983) });
});
