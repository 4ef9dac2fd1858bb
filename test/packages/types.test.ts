import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "./harness/install-packages.ts";
import { describeStrictPrograms } from "./harness/strict-programs.ts";
import { checkTypes, createTypedConsumer } from "./harness/typed-consumer.ts";

const generated = readFileSync(join(root, "sdk/src/generated/resources.ts"), "utf8");

// This test uses the workspace's compiler; types.matrix.test.ts uses the others.
describeStrictPrograms(["typescript"]);

test("the example of every operation compiles", async () => {
  const count = generated.match(/\* @example\n/g)?.length;
  expect(count).toBeGreaterThan(50);
  const consumer = createTypedConsumer();
  onTestFinished(() => consumer.remove());
  const examples = [...generated.matchAll(/\* @example\n((?: +\* .*\n)+?) +\*\//g)].map(([, text = ""]) =>
    text.replaceAll(/^ +\* /gm, "  "),
  );
  consumer.write(
    "examples.mts",
    `import type { Assay } from "@assay/sdk";
declare const assay: Assay;
export async function run(): Promise<void> {
${examples.map((text) => `{\n${text}}`).join("\n")}
}
`,
  );
  const options = { module: "nodenext" };
  expect(await checkTypes(consumer, "typescript", { files: ["examples.mts"], options })).toEqual({
    code: 0,
    output: "",
  });
});
