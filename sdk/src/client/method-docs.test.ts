import { readFileSync } from "node:fs";
import { contract, routesOf } from "@assay/contract/openapi/apis";
import { expect, test } from "vitest";

const text = readFileSync(new URL("../generated/resources.ts", import.meta.url), "utf8");

/** The doc comment and signature of each method, keyed by `METHOD path`. */
const methods = new Map(
  [
    ...text.matchAll(
      / {2}\/\*\*\n((?: {3}\*.*\n)+?) {3}\*\/\n {2}(?:\w+|declare readonly \w+: )\((.*)\)(?:: | => ).*;\n/g,
    ),
  ].map(([, comment = "", parameters = ""]) => [
    /`([A-Z]+ \/\S*)`/.exec(comment)?.[1],
    { comment, parameters },
  ]),
);

const documented = routesOf(contract).filter(({ metadata }) => metadata.sdk !== null);

test.each(documented.map((route) => [route.metadata.sdk ?? "", route] as const))(
  "%s documents its parameters and errors, and has an example",
  (sdk, { method, path, metadata, responses }) => {
    const found = methods.get(`${method} ${path}`);
    expect(found?.comment).toMatch(metadata.scope === "public" ? /no key needed/ : /scope `[a-z:]+`|any key/);
    expect(found?.comment).toContain(`@example\n`);
    expect(found?.comment).toContain(`assay.${sdk}(`);
    const refuses = Object.keys(responses).some((status) => Number(status) >= 400);
    expect(/@throws \{ApiError\} \d{3}/.test(found?.comment ?? "")).toBe(refuses);
    const names = [...(found?.parameters ?? "").matchAll(/(?:^|, )(\w+)\??: /g)].map(([, name]) => name);
    expect(names.at(-1)).toBe("options");
    for (const name of names.slice(0, -1)) expect(found?.comment).toContain(`@param ${name}`);
  },
);

test("limits and units are documented, from the schemas of the contract", () => {
  const { comment } = methods.get("POST /v1/evaluations") ?? {};
  expect(comment).toContain("- `evaluators`: 1 to 50 items");
  expect(comment).toContain("- `fail_on_error?`: 0 to 1");
  expect(methods.get("GET /v1/projects")?.comment).toContain("- `limit?`: 1 to 100");
});
