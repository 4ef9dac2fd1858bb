import { contract, routesOf } from "@assay/contract/openapi/apis";
import type { DescribedRoute } from "@assay/contract/platform/c";
import { openApiDocuments } from "@assay/contract/openapi";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstExample, isSchema } from "@assay/contract/platform/validation/check-request";
import { createMockAssay, failOnUnhandled } from "./index.ts";

const mistakes: Error[] = [];
const mock = createMockAssay({
  baseUrl: "https://every.test/v9",
  onMistake: (error) => mistakes.push(error),
});
const server = setupServer(...mock.handlers);
beforeAll(() => server.listen(failOnUnhandled));
afterAll(() => server.close());

/** The operations in the OpenAPI documents, which are independent of the routes. */
const documented = Object.values(openApiDocuments()).flatMap(({ paths = {} }) =>
  Object.values(paths).flatMap((item) =>
    Object.values(item as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
  ),
);
const routes = new Map(routesOf(contract).map((route) => [route.metadata.operationId, route]));

/** Calls an operation with the parameters in its document, for resources that do not exist. */
async function call(route: DescribedRoute): Promise<Response> {
  const body = "body" in route && isSchema(route.body) ? firstExample(route.body) : undefined;
  return fetch(`${mock.baseUrl}${route.path.replaceAll(/:\w+/g, "nothing")}`, {
    method: route.method,
    headers: { authorization: `Bearer ${mock.apiKey}`, "content-type": "application/json" },
    body: route.method === "GET" ? null : JSON.stringify(body ?? {}),
  });
}

test.each(documented)("the mock responds to %s with a documented status", async (operationId) => {
  const route = routes.get(operationId);
  if (!route) throw new Error(`The contract has no ${operationId}.`);
  mistakes.length = 0;
  const response = await call(route);
  // Event streams never end, so no body is read.
  void response.body?.cancel();
  expect(mistakes).toEqual([]);
  expect(mock.calls.at(-1)).toMatchObject({ operationId, status: response.status });
  expect(Object.keys(route.responses)).toContain(String(response.status));
  expect(response.status).not.toBe(500);
});

test("the documents list every operation of the contract", () => {
  expect(documented.toSorted()).toEqual([...routes.keys()].toSorted());
});
