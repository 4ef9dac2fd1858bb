// What a package carries of others in its own files, and their licences, which ask to be passed on with them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The file of a package that names them. */
export const noticesFile = "THIRD-PARTY-NOTICES.txt";

/** What is copied as a whole, by the file that it becomes and the package that it is from. */
const copied = { "api-reference.js": ["server", "@scalar/fastify-api-reference"] };

const region = /^\/\/#region \S*?(node_modules\/\.pnpm\/[^/\s]+\/node_modules\/(?:@[^/\s]+\/)?[^/\s]+)\//gm;

/** The folders of the packages that the bundler took into files of `folder`: it names each module that it takes. */
function bundledInto(folder, root) {
  const found = new Set();
  for (const file of readdirSync(folder, { recursive: true })) {
    if (file in copied) {
      const [holder, name] = copied[file];
      const entry = createRequire(join(root, holder, "package.json")).resolve(name);
      found.add(folderOf(dirname(entry), name));
    }
    if (!/\.[cm]?js$/.test(file)) continue;
    for (const [, place] of readFileSync(join(folder, file), "utf8").matchAll(region))
      found.add(join(root, place));
  }
  return [...found];
}

/** The folder of a package that a file inside it lies in. */
function folderOf(inside, name) {
  const path = join(inside, "package.json");
  return existsSync(path) && JSON.parse(readFileSync(path, "utf8")).name === name
    ? inside
    : folderOf(dirname(inside), name);
}

/** The text of a package's licence; undefined when it brings none. */
function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|$)/i.test(name));
  return file && readFileSync(join(folder, file), "utf8").trim();
}

/**
 * The notices for what a folder's files carry.
 *
 * @returns undefined when they carry nothing.
 * @throws {Error} when a package that they carry brings no text of its licence.
 */
export function noticesOf(folder, root) {
  const parts = bundledInto(folder, root).map((place) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
    const whose = typeof author === "string" ? author : author?.name;
    const text = licenceText(place) ?? standardText(license, whose);
    if (!text)
      throw new Error(`${name}@${version} is carried, and brings no text of its licence (${license}).`);
    return { title: `${name} ${version} (${license})`, text };
  });
  if (parts.length === 0) return undefined;
  const written = parts
    .sort((one, other) => (one.title < other.title ? -1 : 1))
    .map(({ title, text }) => `${"-".repeat(80)}\n${title}\n\n${text}\n`);
  return `The files of this package carry code of others, under these licences.\n\n${written.join("\n")}`;
}

/** The MIT licence's own text, for a package that says to have it and brings no file. */
function standardText(license, author) {
  if (license !== "MIT" || !author) return undefined;
  return `Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
