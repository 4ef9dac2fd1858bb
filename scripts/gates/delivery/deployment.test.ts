// Tests that the gate `deployment` finds each fault that it promises to find, by breaking the real files.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { coverageFaults, deployment, imageFaults, manifestFaults, workflowFaults } from "./deployment.mjs";

const root = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const ci = read(".github/workflows/ci.yml");
const release = read(".github/workflows/release.yml");
const manifest = read("deploy/kubernetes.yaml");

/** Replaces a part of a text that must exist. */
function replaced(text: string, part: string | RegExp, by: string): string {
  const changed = text.replace(part, by);
  expect(changed).not.toBe(text);
  return changed;
}

test("the files of this repository have no fault", () => {
  expect(deployment(root.pathname)).toMatchObject({ ok: true });
});

describe("a workflow is refused", () => {
  test.each<[string, string, string | RegExp, string, RegExp]>([
    ["with an action by tag", ci, /checkout@\w{40}/, "checkout@v4", /uses "actions\/checkout@v4"/],
    ["with an action by short commit", ci, /checkout@\w{40}/, "checkout@11bd719", /40 digits of a commit/],
    ["with more permissions", ci, "{ contents: read }", "write-all", /must be \{contents: read\}/],
    ["without permissions", ci, "permissions: { contents: read }", "", /must be \{contents: read\}/],
    ["with secrets in pull requests", ci, "postgres:test@", "${{ secrets.URL }}@", /must not use secrets/],
    ["with inherited secrets", ci, "timeout-minutes: 30", "secrets: inherit", /must not use secrets/],
    ["for pull_request_target", ci, "pull_request:", "pull_request_target:", /is not accepted/],
    ["with an image by tag", ci, " # digest: set by release", "", /neither a digest nor/],
  ])("%s", (_title, text, part, by, message) => {
    expect(workflowFaults("ci.yml", replaced(text, part, by)).join("\n")).toMatch(message);
  });
});

test.each<[string, string, string, RegExp]>([
  ["a version of Node.js", "[20, 22, 24]", "[20, 24]", /must test node 20, 22, 24/],
  ["a version of Postgres", "[15, 18]", "[18]", /must test postgres 15, 18/],
])("the workflow for changes must test %s", (_title, part, by, message) => {
  expect(coverageFaults(replaced(ci, part, by), release).join("\n")).toMatch(message);
});

test.each<[string, string, RegExp]>([
  ["npm run test:full", "echo", /"npm run test:full" must run before/],
  ["npm run test:matrix", "echo", /"npm run test:matrix" must run before/],
  ["--online audit", "audit", /"--online audit" must run before/],
  ["--provenance ", "", /with --provenance/],
])("the workflow for releases must contain %s", (part, by, message) => {
  expect(coverageFaults(ci, replaced(release, part, by)).join("\n")).toMatch(message);
});

test.each([
  ["Dockerfile", "FROM node:20\n"],
  ["Dockerfile", "# digest: set by release\nFROM node:20 AS build\nRUN true\nFROM node:20\n"],
  ["compose.yaml", "services:\n  database:\n    image: postgres:18\n"],
  ["kustomization.yaml", "images:\n  - name: assay\n    newTag: latest\n"],
])("an image in %s is refused with neither a digest nor the comment", (path, text) => {
  expect(imageFaults(path, text)).toHaveLength(1);
  expect(
    imageFaults(path, text.replaceAll(/^((?:FROM|.*(?:image|newTag):).*)$/gm, "$1 # digest: set by release")),
  ).toEqual([]);
  expect(imageFaults(path, text.replaceAll(/(:20|:18|latest)/g, `@sha256:${"0".repeat(64)}`))).toEqual([]);
});

test.each([
  ["automountServiceAccountToken: false", "automountServiceAccountToken: true"],
  ["ASSAY_PUBLIC_URL, value", "PUBLIC_URL, value"],
  ["ASSAY_WITNESS_DIR", "WITNESS_DIR"],
  ["topologySpreadConstraints", "spread"],
])("a deployment without %s is refused", (part, by) => {
  const last = manifest.lastIndexOf(part);
  expect(last).toBeGreaterThan(0);
  const broken = `${manifest.slice(0, last)}${by}${manifest.slice(last + part.length)}`;
  expect(manifestFaults("kubernetes.yaml", broken)).toEqual([
    expect.stringMatching(/^kubernetes.yaml: assay-worker lacks /),
  ]);
});
