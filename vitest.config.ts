import { defineConfig } from "vitest/config";
import { EnumValuesLast } from "./test/support/enum-values-last.ts";
import { testTier } from "./test/support/test-tier.ts";

/** Files of the tier: `*.full.test.ts` only in full, `*.matrix.test.ts` only in the matrix, all others in both others. */
const suffix = testTier === "matrix" ? ".matrix.test.ts" : ".test.ts";
const otherTiers = {
  ci: ["**/*.full.test.ts", "**/*.matrix.test.ts"],
  full: ["**/*.matrix.test.ts"],
  matrix: [],
}[testTier];

const source = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } };
const project = (name: string, folders: string[], extra = {}) => ({
  ...source,
  test: {
    name,
    include: folders.map((folder) => `${folder}/**/*${suffix}`),
    exclude: ["**/dist/**", "**/node_modules/**", ...otherTiers],
    environment: "node" as const,
    ...extra,
  },
});

/** A state that is waited for comes in its own time; what is asserted is that it comes. */
const patience = { expect: { poll: { timeout: 90_000 } } };

/**
 * These suites start processes, servers and browsers and share the machine with them. In `npm test` a failed test of them is
 * retried once, and `scripts/test.mjs` reports it as passed on retry (docs/project/decisions/0024-test-retries.md).
 */
const retriedOnce = { retry: testTier === "ci" && process.env["ASSAY_TEST_SIZE"] !== "full" ? 1 : 0 };

/** The files of a worker share one copy of the modules: importing the server costs more than most files' tests. */
const sharedModules = { isolate: false };

/** Folders by suite. */
type Suites = Record<string, string[]>;

/**
 * One project for each suite, so that `--project` selects it; in a run of all suites one project for all of them. Each project
 * imports the server in workers of its own, which costs more than most files' tests.
 */
const projectsOf = (merged: string, suites: Suites, options: object) =>
  process.env["ASSAY_TEST_MERGED"] === "1"
    ? [project(merged, Object.values(suites).flat(), options)]
    : Object.entries(suites).map(([name, folders]) => project(name, folders, options));

const serverProjects = projectsOf(
  "server",
  {
    database: ["server/src", "test/support"],
    conformance: ["test/conformance"],
    fuzz: ["test/fuzz"],
  },
  { ...sharedModules, testTimeout: 300_000, hookTimeout: 300_000, ...patience },
);

/** Suites that start our programs. */
const programProjects = projectsOf(
  "program",
  { journeys: ["test/journeys"], robustness: ["test/robustness"] },
  {
    ...sharedModules,
    globalSetup: "test/support/built-programs-setup.ts",
    testTimeout: 600_000,
    hookTimeout: 600_000,
    ...patience,
    ...retriedOnce,
  },
);

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Several projects import the same sources; each is transformed once. The key is the hash of the contents and of this file.
    experimental: { fsModuleCache: true },
    // Databases and servers end when a run does, in their own time.
    teardownTimeout: 180_000,
    globalSetup: "test/support/global-setup.ts",
    sequence: { sequencer: EnumValuesLast },
    projects: [
      project("unit", ["{contract,sdk,examples}/src", "scripts"], {
        testTimeout: 60_000,
        pool: "threads",
        ...sharedModules,
        typecheck: {
          enabled: testTier !== "matrix",
          include: ["{contract,sdk,server}/src/**/*.test-d.ts"],
          // `npm run check` checks the whole tree; here only the types that tests speak of.
          tsconfig: "tsconfig.type-tests.json",
          ignoreSourceErrors: true,
        },
      }),
      ...serverProjects,
      ...programProjects,
      project("packages", ["test/packages"], {
        globalSetup: "test/packages/harness/global-setup.ts",
        testTimeout: 600_000,
        hookTimeout: 600_000,
        ...patience,
        ...retriedOnce,
      }),
    ],
  },
});
