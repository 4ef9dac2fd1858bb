import { contract, routesOf } from "@assay/contract/openapi/apis";
import { describe, expect, test } from "vitest";
import { scenariosByResource } from "./harness/scenarios.ts";

const scenarios = Object.values(scenariosByResource).flat();
const operationIds = routesOf(contract).map(({ metadata }) => metadata.operationId);

describe("every route of the contract", () => {
  test.each(operationIds)("%s has a scenario in which it succeeds", (operationId) => {
    const successes = scenarios.filter((one) => one.operationId === operationId && one.expect < 400);
    expect(successes.map(({ title }) => title)).not.toEqual([]);
  });

  test.each(operationIds)("%s has a scenario in which it refuses", (operationId) => {
    const refusals = scenarios.filter((one) => one.operationId === operationId && one.expect >= 400);
    expect(refusals.map(({ title }) => title)).not.toEqual([]);
  });

  test("no two scenarios have the same title", () => {
    const titles = scenarios.map(
      ({ operationId, expect: status, title }) => `${operationId} ${status} ${title}`,
    );
    expect(titles).toEqual([...new Set(titles)]);
  });
});
