import { defineConfig } from "vitest/config";
import { EnumValuesLast } from "./test/support/enum-values-last.ts";
import { testTier } from "./test/support/test-tier.ts";

/**
 * The suffix of the tier's test files. `*.full.test.ts` runs only in the tier full, `*.matrix.test.ts` only in the tier
 * matrix, and all other test files in the tiers ci and full.
 */
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

/**
 * Tests that poll for a state assert that the state is reached, but not how soon. The time limit is therefore
 * long.
 */
const patience = { expect: { poll: { timeout: 90_000 } } };

/**
 * These suites start processes, servers and browsers, which share the machine with the tests. In `npm test`,
 * a failed test in these suites is retried once, and `scripts/test.mjs` reports it as passed on retry
 * (docs/project/decisions/0024-test-retries.md).
 */
const retriedOnce = { retry: testTier === "ci" && process.env["ASSAY_TEST_SIZE"] !== "full" ? 1 : 0 };

/**
 * The test files of a worker share one copy of the modules, because importing the server takes longer than
 * the tests in most files.
 */
const sharedModules = { isolate: false };

/** Maps each suite to its folders. */
type Suites = Record<string, string[]>;

/**
 * Creates one project for each suite, so that `--project` can select a suite. In a run of all suites, one
 * project contains all of them. With several projects, the workers of each project would import the server,
 * and this import takes longer than the tests in most files.
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
    // Several projects import the same sources. The cache transforms each source once; its key is a hash of the source and of
    // this file.
    experimental: { fsModuleCache: true },
    // Databases and servers stop at the end of a run, which can take long.
    teardownTimeout: 180_000,
    globalSetup: "test/support/global-setup.ts",
    sequence: { sequencer: EnumValuesLast },
    projects: [
      project("unit", ["{contract,sdk,examples}/src", "scripts"], {
        // In the main thread of a process, as in production: a thread has a larger stack.
        testTimeout: 60_000,
        ...sharedModules,
        typecheck: {
          enabled: testTier !== "matrix",
          include: ["{contract,sdk,server}/src/**/*.test-d.ts"],
          // `npm run check` checks the types of all files; a test run checks only the types that the type
          // tests use.
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
