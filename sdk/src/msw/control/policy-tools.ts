import { engineFlag, type LoadCedar } from "@assay/contract/control/cedar/engine/cedar-instance";
import { PolicyEngine } from "@assay/contract/control/cedar/engine/policy-engine";
import { TextChecker } from "@assay/contract/control/cedar/text/text-checker";
import { lostNames } from "@assay/contract/control/policies/names/unknown-names";
import { type ControlCall, knownNamesOf } from "./control-tables.ts";
import { MockMistake } from "../platform/failures/mistakes.ts";

const cedar = "@cedar-policy/cedar-wasm";
/** Evaluations in a mock have no time limit, so decisions do not depend on the machine's speed. */
const stoppedClocks = { wall: () => 0, cpu: () => 0 };

let loaded: { engine: PolicyEngine; checker: TextChecker } | undefined;
let failure: unknown;

/**
 * Returns the policy engine and the text checker, which work as on the server; undefined before they are
 * loaded. All mocks of a process share them.
 */
export const policyTools = (): typeof loaded => loaded;

/** Loads the tools, as each store of a policy does. @returns undefined if the package cannot be loaded. */
export async function loadPolicyTools(): Promise<typeof loaded> {
  if (loaded) return loaded;
  try {
    let load = loaderOfNode();
    if (!load) {
      // Bundlers accept a missing package only if the import is within `try`.
      const page = await import("@cedar-policy/cedar-wasm/web");
      await page.default();
      load = () => page;
    }
    loaded ??= { engine: new PolicyEngine({ load, clocks: stoppedClocks }), checker: new TextChecker(load) };
  } catch (error) {
    failure = error;
  }
  return loaded;
}

/**
 * Returns a function that loads the package in Node.js; undefined elsewhere. The function does not use
 * `import`, so bundles for browsers do not contain this build of the package.
 */
function loaderOfNode(): LoadCedar | undefined {
  if (typeof process !== "object" || typeof process.getBuiltinModule !== "function") return undefined;
  const { createRequire } = process.getBuiltinModule("node:module");
  const requireCedar = createRequire(import.meta.url);
  const path = requireCedar.resolve(`${cedar}/nodejs`);
  try {
    process.getBuiltinModule("node:v8").setFlagsFromString(engineFlag);
  } catch {
    // Runtimes without this function do not need the flag.
  }
  return () => {
    // The module has a single instance; only removing the module from the cache gives a new one.
    // eslint-disable-next-line typescript/no-dynamic-delete
    delete requireCedar.cache[path];
    // The package's own types describe what it exports.
    return requireCedar(path) as ReturnType<LoadCedar>;
  };
}

/**
 * Commits a change, and adds a warning for each name that a live policy uses and that the change made unknown.
 */
export const commitWithWarnings = <T extends object>({ caller, commit }: ControlCall, change: () => T) =>
  commit(() => withNameWarnings(caller, change));

function withNameWarnings<T extends object>({ workspace }: ControlCall["caller"], change: () => T) {
  const policies = [...workspace.policies].flatMap(([policyId, { versions, liveVersion }]) => {
    const text = liveVersion === null ? undefined : versions[liveVersion - 1]?.text;
    return text === undefined ? [] : [{ policyId, names: loaded?.checker.names(text) ?? [] }];
  });
  if (policies.length === 0) return { ...change(), warnings: [] };
  const before = knownNamesOf(workspace);
  return { ...change(), warnings: lostNames(policies, before, knownNamesOf(workspace)) };
}

/** Creates the mistake for a test that depends on a policy's text although the package cannot be loaded. */
export const notLoaded = (what: string, otherwise: string): MockMistake => {
  const text = `${what}: ${cedar} cannot be loaded. Install it with npm install --save-dev ${cedar}, or ${otherwise}.`;
  return new MockMistake(text, { cause: failure });
};
