// Turns a documentation page into programs: its TypeScript blocks in order, and the blocks that are tests.

/** A page's programs. */
export interface DocPage {
  /** Blocks marked `ts`, together with the page's hidden set-up (`<!-- setup … -->`), as one module. */
  program: string;
  /** Blocks marked `ts test`, which are files for `node:test`. */
  tests: string[];
  /** The stated output of the program: the text after each `// →`, in the order on the page. */
  prints: string[];
}

const block = /<!-- setup\n([\s\S]*?)-->|```ts( test)?\n([\s\S]*?)```/g;

/** Reads a page. The module starts with the imports, and imports each name once. */
export function readDocPage(markdown: string): DocPage {
  const found = [...markdown.matchAll(block)];
  const parts = found.flatMap(([, setup, isTest, code]) => (isTest ? [] : [setup ?? code ?? ""]));
  const importLine = /^import [\s\S]*?;\n/gm;
  const imports = mergedImports(parts.flatMap((part) => part.match(importLine) ?? []));
  const body = parts.map((part) => part.replaceAll(importLine, "")).join("\n");
  return {
    program: `${imports}\n${body}\nexport {};\n`,
    tests: found.flatMap(([, , isTest, code]) => (isTest ? [code ?? ""] : [])),
    prints: [...body.matchAll(/\/\/ → (.*)$/gm)].map(([, text = ""]) => text.trim()),
  };
}

function mergedImports(lines: readonly string[]): string {
  const names = new Map<string, Set<string>>();
  for (const line of lines) {
    const [, type = "", list = "", from = ""] =
      /^import (type )?\{([\s\S]*?)\} from ("[^"]+");/.exec(line) ?? [];
    if (!from) throw new Error(`The import must list names in braces: ${line}`);
    const known = names.get(from) ?? new Set();
    names.set(from, known);
    for (const name of list.split(",").map((one) => one.trim())) if (name) known.add(`${type}${name}`);
  }
  return [...names].map(([from, known]) => `import { ${[...known].join(", ")} } from ${from};\n`).join("");
}

/** Returns the first stated text that was not printed in order; undefined if all texts were printed. */
export function firstUnprinted(output: string, prints: readonly string[]): string | undefined {
  let from = 0;
  return prints.find((text) => {
    const at = output.indexOf(text, from);
    from = at < 0 ? from : at + text.length;
    return at < 0;
  });
}
