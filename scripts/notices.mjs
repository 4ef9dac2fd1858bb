// Lists the packages whose code the bundles contain, and the licenses that must be distributed with this
// code.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import license from "rollup-plugin-license";
import { isAccepted } from "./dependencies.mjs";

/** The file in a package that lists the bundled packages and their licenses. */
export const noticesFile = "THIRD-PARTY-NOTICES.txt";

const root = fileURLToPath(new URL("../", import.meta.url));
const listOf = (bundle) => join(root, "node_modules", ".cache", "bundled", `${bundle}.json`);

/** The bundles of each package, as named in the packages' `tsdown.config.mjs`. */
const bundles = { contract: ["contract"], sdk: ["sdk", "sdk-cli"], server: ["server"] };

/**
 * Creates a bundler plugin that lists the packages whose code a bundle contains.
 *
 * If the license of one of them is not accepted, the build fails.
 */
export const listBundled = (bundle) =>
  license({
    cwd: root,
    thirdParty: {
      multipleVersions: true,
      allow: {
        test: (dependency) => isAccepted(dependency.license ?? ""),
        failOnUnlicensed: true,
        failOnViolation: true,
      },
      output: { file: listOf(bundle), template: (found) => JSON.stringify(found.map(noticeOf)) },
    },
  });

const noticeOf = ({ name, version, license: id, licenseText, author }) => ({
  name,
  version,
  license: id,
  title: `${name} ${version} (${id})`,
  text: licenseText?.trim() || standardText(id, author?.name),
});

/** Returns the package that is copied as a whole for the page at /docs. */
function copiedPackage() {
  const name = "@scalar/fastify-api-reference";
  const folder = folderOf(dirname(createRequire(join(root, "server", "package.json")).resolve(name)), name);
  const file = readdirSync(folder).find((one) => /^license(\.|$)/i.test(one));
  const { version, license: id, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = file && readFileSync(join(folder, file), "utf8");
  return noticeOf({ name, version, license: id, licenseText: text, author: { name: author } });
}

/** Returns the folder of the package that contains a file. */
function folderOf(inside, name) {
  const path = join(inside, "package.json");
  return existsSync(path) && JSON.parse(readFileSync(path, "utf8")).name === name
    ? inside
    : folderOf(dirname(inside), name);
}

const byTitle = (one, other) => (one.title < other.title ? -1 : 1);

/** Returns the packages whose code a built workspace package contains, each once, in order of their titles. */
export function bundledIn(name) {
  const listed = bundles[name].flatMap((bundle) => JSON.parse(readFileSync(listOf(bundle), "utf8")));
  const parts = listed.filter((part) => !part.name.startsWith("@assay/"));
  if (name === "server") parts.push(copiedPackage());
  return [...new Map(parts.map((part) => [part.title, part])).values()].sort(byTitle);
}

/**
 * Returns the notices for a workspace package, once it is built.
 *
 * @returns undefined if its bundles contain no third-party code.
 * @throws {Error} if the bundles contain code from a package that has no license text.
 */
export function noticesOf(name) {
  const parts = bundledIn(name);
  if (parts.length === 0) return undefined;
  const written = parts.map(({ title, text }) => {
    if (!text) throw new Error(`${title} is bundled and has no license text.`);
    return `${"-".repeat(80)}\n${title}\n\n${text}\n`;
  });
  return `The files of this package contain third-party code under these licenses.\n\n${written.join("\n")}`;
}

/** Returns the standard text of the MIT license, for a package that names this license without a file. */
function standardText(id, author) {
  if (id !== "MIT" || !author) return undefined;
  return `Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
