// Values of stored entities that policies cannot represent.
import { expect } from "vitest";
import { expectFaults } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

export const entityValueScenarios = [
  scenario(
    "putEntities",
    400,
    "refuses values that policies cannot represent",
    async ({ request, assay }) => {
      const entity = (id: string, properties: Record<string, unknown>) => ({
        type: "record",
        id,
        properties,
      });
      const entities = [
        entity("a", { limit: 100, ratio: 0.1234, max: 9_007_199_254_740_991 }),
        entity("b", { limit: 1e21, owner: { since: null } }),
        entity("c", { list: [1, 0.12345], owner: { __entity: { type: "user", id: 1 } } }),
      ];
      expectFaults(
        await request("PUT", "/api/entities", { body: { entities } }),
        [
          "/entities/1/properties/limit",
          "not_representable",
          "limit is 1e+21; it must be a whole number within ±9007199254740991, or a number within ±922337203685477.5807 with at most 4 decimals, so that policies can represent it.",
        ],
        [
          "/entities/1/properties/owner/since",
          "not_representable",
          "since is null; it must not be null, which policies cannot represent; leave it out.",
        ],
        [
          "/entities/2/properties/list/1",
          "not_representable",
          "list[1] is 0.12345; it must be a whole number within ±9007199254740991, or a number within ±922337203685477.5807 with at most 4 decimals, so that policies can represent it.",
        ],
        [
          "/entities/2/properties/owner",
          "not_representable",
          'owner is {"__entity":{"type":"user","id":1}}; it must not have a member __expr, __extn, __entity, except as {"__extn": {"fn": "ip", "arg": "10.0.0.0/8"}} (ip, decimal, datetime or duration, with a valid argument) or {"__entity": {"type": "user", "id": "ada"}}, without other members.',
        ],
      );
      expect((await assay.control.entities.list()).entities).toEqual([]);
    },
  ),
  scenario(
    "patchEntities",
    400,
    "refuses null elements, and deletes stored members that are null in the request",
    async ({ request, assay }) => {
      await assay.control.entities.put({
        entities: [{ type: "record", id: "a", properties: { limit: 1, owner: { id: "x", since: 2 } } }],
      });
      const patch = (properties: Record<string, unknown>) =>
        request("PATCH", "/api/entities", { body: { entities: [{ type: "record", id: "a", properties }] } });
      expect((await patch({ limit: null, owner: { since: null } })).status).toBe(200);
      expect((await assay.control.entities.list()).entities[0]?.properties).toEqual({ owner: { id: "x" } });
      for (const list of [[null], [{ a: null }], [1e21]]) {
        expect(await patch({ list })).toMatchObject({
          status: 400,
          body: { errors: [{ code: "not_representable" }] },
        });
      }
    },
  ),
];
