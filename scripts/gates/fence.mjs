// Checks that only four files use `@ts-rest`, so that replacing it stays a small change.
import { importsOf, isTestFile, resultOf, sourceFiles } from "./source.mjs";

const fenced = new Set([
  "contract/src/platform/c.ts",
  "contract/src/openapi/openapi.ts",
  "server/src/platform/http/routing/handler.ts",
  "server/src/platform/http/routing/mount.ts",
]);

/** Fails for an import of `@ts-rest/*` outside of these files. */
export function fence(root) {
  const files = sourceFiles(root).filter((path) => !isTestFile(path));
  const faults = files
    .filter((path) => !fenced.has(path))
    .flatMap((path) =>
      importsOf(root, path)
        .filter(({ value }) => value.startsWith("@ts-rest/"))
        .map(
          ({ value, line }) =>
            `${path}:${line}: import of "${value}"; accepted only in ${[...fenced].join(", ")}`,
        ),
    );
  return resultOf(faults, files.length);
}
