import { copyFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { command } from "./command.mjs";
import { folders } from "./folders.mjs";
import { useScratchRepositories } from "./scratch-repositories.ts";

const here = fileURLToPath(new URL("../../", import.meta.url));
const wingFolders = ["server/src", "contract/src", "sdk/src/msw"];
const createRepository = useScratchRepositories("arrows");

/** Creates a repository with these files and our rules. @returns its folder. */
function repository(files: Record<string, string>): string {
  const empty = Object.fromEntries(wingFolders.map((folder) => [`${folder}/index.ts`, ""]));
  const root = createRepository({ ...empty, ...files });
  symlinkSync(join(here, "node_modules"), join(root, "node_modules"));
  copyFileSync(join(here, ".dependency-cruiser.mjs"), join(root, ".dependency-cruiser.mjs"));
  return root;
}

const arrows = (root: string) =>
  command(root, "depcruise", "--config", ".dependency-cruiser.mjs", "server/src", "contract/src", "sdk/src");

test("arrows fails for a type that evaluation imports from review, and names both files", async () => {
  const { ok, output } = await arrows(
    repository({
      "server/src/review/reviews/review-row.ts": "export interface ReviewRow { id: string }\n",
      "server/src/evaluation/scores/score-row.ts":
        'import type { ReviewRow } from "../../review/reviews/review-row.ts";\nexport type ScoreRow = ReviewRow;\n',
    }),
  );
  expect(ok).toBe(false);
  expect(output).toContain(
    "server/src/evaluation/scores/score-row.ts → server/src/review/reviews/review-row.ts",
  );
});

test("arrows accepts imports of review from evaluation", async () => {
  const { ok } = await arrows(
    repository({
      "server/src/evaluation/scores/score-row.ts": "export const score = 1;\n",
      "server/src/review/reviews/review-row.ts":
        'export { score } from "../../evaluation/scores/score-row.ts";\n',
    }),
  );
  expect(ok).toBe(true);
});

test("folders fails for nouns that import values of each other, and not for types", async () => {
  const files = (keyword: string) => ({
    "server/src/review/tasks/one.ts":
      'import { two } from "../reviews/two.ts";\nexport const one = () => two;\n',
    "server/src/review/reviews/two.ts": "export const two = 2;\n",
    "server/src/review/reviews/three.ts": `import ${keyword}{ one } from "../tasks/one.ts";\nexport type Three = typeof one;\n${keyword === "" ? "export const three = one;\n" : ""}`,
  });
  expect(await folders(repository(files("type ")))).toMatchObject({ ok: true });
  const { ok, output } = await folders(repository(files("")));
  expect(ok).toBe(false);
  expect(output).toContain("server/src/review/tasks/one.ts → server/src/review/reviews/two.ts");
});
