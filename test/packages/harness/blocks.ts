// Turns blocks from documents into an integrator's programs: strictly compiled, and prepared to run.
import { join } from "node:path";
import { transform } from "esbuild";
import { type Consumer } from "./consumer.ts";
import { root } from "./install-packages.ts";

/** A TypeScript program; its file is named after it. */
export interface Block {
  name: string;
  text: string;
}

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  module: "nodenext",
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  // Treat a block without imports as a module too.
  moduleDetection: "force",
  noEmit: true,
};

/** Compiles blocks together, each as a module. @returns the compiler's result. */
export function compileStrictly(consumer: Consumer, blocks: readonly Block[]): ReturnType<Consumer["node"]> {
  for (const { name, text } of blocks) consumer.write(`${name}.mts`, text);
  const files = blocks.map(({ name }) => `${name}.mts`);
  const project = consumer.write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
  return consumer.node(join(root, "node_modules/typescript/bin/tsc"), "-p", project);
}

/** Writes a block as JavaScript. @returns the path of the file. */
export async function emit(consumer: Consumer, { name, text }: Block): Promise<string> {
  const { code } = await transform(text, { loader: "ts", target: "es2022", format: "esm" });
  return consumer.write(`${name}.mjs`, code);
}
