// Inside the repository, an import must name the file that defines what it imports; `contract/src/index.ts`
// exists only for publishing.
import { posix } from "node:path";
import { importsOf, resultOf, sourceFiles } from "./source.mjs";

const barrel = "contract/src/index.ts";
/** Whether a file may import the barrel, because it tests or builds the published package. */
const mayImport = (path) => path.startsWith("test/packages/") || path === "contract/src/published.ts";

const namesBarrel = (path, specifier) =>
  specifier === "@assay/contract" ||
  (specifier.startsWith(".") && posix.join(posix.dirname(path), specifier) === barrel);

/** Fails for an import of the contract's barrel, by path or by the bare package name. */
export function barrelImports(root) {
  const files = sourceFiles(root);
  const faults = files
    .filter((path) => !mayImport(path))
    .flatMap((path) =>
      importsOf(root, path)
        .filter(({ value }) => namesBarrel(path, value))
        .map(
          ({ value, line }) =>
            `${path}:${line}: import of "${value}"; accepted: the file of a wing, "@assay/contract/<wing>/<file>.ts"`,
        ),
    );
  return resultOf(faults, files.length);
}
