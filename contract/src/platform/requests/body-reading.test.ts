import { expect, test } from "vitest";
import { routeOfOperation } from "../../openapi/match-route.ts";
import { bodyReadingOf } from "./body-reading.ts";

test.each([
  ["createProject", "application/json", "json"],
  ["createProject", "text/plain", "json"],
  ["listProjects", "", "none"],
  ["importSamples", "text/csv", "none"],
  ["createOutputs", "text/csv", "none"],
  ["createOutputs", "application/json", "json"],
  ["verifyRecord", "application/json", "text"],
  ["authzenEvaluation", "application/json", "json"],
  ["authzenEvaluation", "text/plain", "malformed"],
])("%s reads a body of type %j as %s", (operation, contentType, expected) => {
  expect(bodyReadingOf(routeOfOperation(operation), contentType)).toBe(expected);
});
