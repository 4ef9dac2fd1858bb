// Installs the packages from a registry with npm, as a user does. Without a registry, the tests are skipped.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { shellBlocks } from "../support/shell.ts";
import { packed } from "./harness/consumer.ts";
import { root } from "./harness/install-packages.ts";
import { type Ended, noRegistry, npmIn, quiet } from "./harness/npm.ts";

const { tarballs } = packed;
const folder = mkdtempSync(join(tmpdir(), "assay-install-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const npm = async (...args: string[]): Promise<Ended> => npmIn(folder, args);

test("the SDK installs without a registry because it has no dependencies", async () => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "outsider", private: true }));
  const { status, stderr } = await npm("install", "--offline", "--omit=optional", ...quiet, tarballs.sdk);
  expect(status, stderr).toBe(0);
});

test("all three packages install and the commands run", async ({ skip }) => {
  const { contract, sdk, server } = tarballs;
  const installed = await npm("install", "--ignore-scripts", ...quiet, contract, sdk, server, "msw@2.15.0");
  if (installed.status !== 0 && noRegistry.test(installed.stderr)) {
    skip("No registry is reachable, so the packages are not installed from a registry.");
  }
  expect(installed.status, installed.stderr).toBe(0);
  expect((await npm("ls", "--all")).status).toBe(0);
  for (const [command, usage] of [
    ["assay", "Usage: assay"],
    ["assay-server", "Usage: assay-server"],
  ] as const) {
    const { status, stdout } = await npm("exec", "--offline", "--", command, "--help");
    expect([status, stdout]).toEqual([0, expect.stringContaining(usage)]);
  }
});

// npm refuses a package whose optional peer range excludes the installed version.
test.for(["msw@3.0.5", "msw@2.15.0", null])("the SDK installs beside %s", async (peer, { skip }) => {
  const project = join(folder, `beside-${peer?.replace("@", "-") ?? "nothing"}`);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "outsider", private: true }));
  const installed = peer === null ? [] : [["--save-dev", peer]];
  for (const words of [...installed, [tarballs.sdk]]) {
    const args = ["install", "--ignore-scripts", ...quiet, ...words];
    const { status, stderr } = await npmIn(project, args);
    if (status !== 0 && noRegistry.test(stderr))
      skip("No registry is reachable, so nothing is installed from a registry.");
    expect(status, `npm ${args.join(" ")}: ${stderr}`).toBe(0);
  }
});

const pagesThatInstall = [
  "contract/README.md",
  "sdk/README.md",
  "server/README.md",
  "docs/how-to/test-with-the-mock.md",
];
/** Returns a page's installation commands, each line as the words after `npm`. */
const installs = (page: string): string[][] => {
  const shown = readFileSync(join(root, page), "utf8");
  const inBlocks = shellBlocks(shown).flatMap((block) => block.split("\n"));
  const inWords = [...shown.matchAll(/`(npm install [^`]+)`/g)].map(([, line = ""]) => line);
  return [...inBlocks, ...inWords]
    .map((line) => line.replace(/\s+#.*$/, ""))
    .filter((line) => line.startsWith("npm install"))
    .map((line) => line.split(" ").slice(1));
};

test.for(pagesThatInstall)("npm installs the packages of the commands in %s", async (page, { skip }) => {
  const project = join(folder, page.replaceAll(/\W/g, "-"));
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "outsider", private: true }));
  /**
   * Our packages are not in a registry yet, so they are installed as tarballs, together with the contract
   * that they need.
   */
  const given: Readonly<Record<string, readonly string[]>> = {
    "@assay/contract": [tarballs.contract],
    "@assay/sdk": [tarballs.sdk],
    "@assay/server": [tarballs.contract, tarballs.server],
    msw: ["msw@2.15.0"],
  };
  const lines = installs(page);
  expect(lines).not.toEqual([]);
  for (const words of lines) {
    const { status, stderr } = await npmIn(project, [
      ...words.flatMap((word) => given[word] ?? [word]),
      "--ignore-scripts",
      ...quiet,
    ]);
    if (status !== 0 && noRegistry.test(stderr))
      skip("No registry is reachable, so nothing is installed from a registry.");
    expect(status, `npm ${words.join(" ")}: ${stderr}`).toBe(0);
  }
});
