import { expect, it } from "vitest";
import { actionSearchOf } from "./authzen-searching.ts";

it("searches the call of a tool in addition to declared actions, for an agent and a tool only", () => {
  const further = (subject: string, resource: string) =>
    actionSearchOf(
      {
        subject: { type: subject, id: "a", properties: undefined, parents: undefined, onBehalfOf: undefined },
        resource: { type: resource, id: "b", properties: undefined, parents: undefined },
        context: undefined,
        args: undefined,
        page: undefined,
      },
      null,
    ).further;
  expect(further("agent", "tool")).toEqual(["tools/call"]);
  expect(further("user", "tool")).toEqual([]);
  expect(further("agent", "record")).toEqual([]);
});
