import { defineConfig } from "vitest/config";
import { EnumValuesLast } from "./test/support/enum-values-last.ts";

const source = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } };
const project = (name: string, include: string[], extra = {}) => ({
  ...source,
  test: {
    name,
    include,
    exclude: ["**/dist/**", "**/node_modules/**"],
    environment: "node" as const,
    ...extra,
  },
});

/** A state that is waited for comes in its own time; what is asserted is that it comes. */
const patience = { expect: { poll: { timeout: 90_000 } } };

/**
 * These suites start real processes, servers and browsers, and share the machine with them: a test of them that failed is
 * tried once more, and one that passes only then is told by name (docs/decisions/0024-tried-again.md). No other suite has
 * that excuse, nor has the full size, which looks for what happens seldom.
 */
const triedAgain = { retry: process.env["ASSAY_TEST_SIZE"] === "full" ? 0 : 1 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Databases and servers end when a run does, in their own time.
    teardownTimeout: 180_000,
    globalSetup: "test/support/global-setup.ts",
    sequence: { sequencer: EnumValuesLast },
    projects: [
      project("unit", ["{contract,sdk,examples}/src/**/*.test.ts", "scripts/**/*.test.ts"], {
        testTimeout: 60_000,
        typecheck: {
          enabled: true,
          include: ["{contract,sdk,server}/src/**/*.test-d.ts"],
          tsconfig: "tsconfig.json",
          // `npm run check` checks the whole tree; here only the types that tests speak of.
          ignoreSourceErrors: true,
        },
      }),
      project("database", ["server/src/**/*.test.ts", "test/support/**/*.test.ts"], {
        testTimeout: 180_000,
        hookTimeout: 300_000,
        ...patience,
      }),
      project("conformance", ["test/conformance/**/*.test.ts"], {
        testTimeout: 180_000,
        hookTimeout: 300_000,
        ...patience,
      }),
      project("journeys", ["test/journeys/**/*.test.ts"], {
        testTimeout: 600_000,
        hookTimeout: 600_000,
        ...patience,
        ...triedAgain,
      }),
      project("fuzz", ["test/fuzz/**/*.test.ts"], {
        testTimeout: 300_000,
        hookTimeout: 300_000,
        ...patience,
      }),
      project("packages", ["test/packages/**/*.test.ts"], {
        globalSetup: "test/packages/harness/global-setup.ts",
        testTimeout: 600_000,
        hookTimeout: 600_000,
        ...patience,
        ...triedAgain,
      }),
      project("robustness", ["test/robustness/**/*.test.ts"], {
        testTimeout: 600_000,
        hookTimeout: 600_000,
        ...patience,
        ...triedAgain,
      }),
    ],
  },
});
