import { defineConfig } from "vitest/config";

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

export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: "test/support/global-setup.ts",
    projects: [
      project("unit", ["{contract,sdk,examples}/src/**/*.test.ts"], {
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
        testTimeout: 60_000,
        hookTimeout: 120_000,
      }),
      project("conformance", ["test/conformance/**/*.test.ts"], {
        testTimeout: 180_000,
        hookTimeout: 120_000,
      }),
      project("journeys", ["test/journeys/**/*.test.ts"], { testTimeout: 120_000, hookTimeout: 180_000 }),
      project("fuzz", ["test/fuzz/**/*.test.ts"], { testTimeout: 180_000, hookTimeout: 180_000 }),
      project("robustness", ["test/robustness/**/*.test.ts"], { testTimeout: 180_000, hookTimeout: 180_000 }),
    ],
  },
});
