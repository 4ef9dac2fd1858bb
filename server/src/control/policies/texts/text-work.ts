import { TextChecker } from "@assay/contract/control/cedar/text/text-checker";
import { CedarInstance } from "@assay/contract/control/cedar/engine/cedar-instance";
import { type SplitText, splitText } from "@assay/contract/control/cedar/sets/known-statements";
import type { CheckedText } from "@assay/contract/control/policies/policy-contents";
import type { ThreadModule } from "../../../platform/threads/thread-pool.ts";
import { loadCedar } from "../../cedar/cedar-wasm.ts";

/** What is computed of a text. */
interface TextResults {
  check: CheckedText;
  names: CheckedText["names"];
  usualCost: number;
  statements: SplitText;
}

/** The checker of a thread, whose engine is loaded once per thread. */
const checker = new TextChecker(loadCedar);
const cedar = new CedarInstance(loadCedar);

const compute: { [Of in keyof TextResults]: (text: string) => TextResults[Of] } = {
  check: (text) => checker.check(text),
  names: (text) => checker.names(text),
  usualCost: (text) => checker.usualCost(text),
  statements: (text) => cedar.call((engine) => splitText(engine, text)),
};

/** Computes something of a text. */
export const textWork = async ({ of, text }: { of: keyof TextResults; text: string }) => compute[of](text);

const moduleOf = <Of extends keyof TextResults>(
  of: Of,
): ThreadModule<{ of: Of; text: string }, never, TextResults[Of]> => ({
  work: async ({ text }) => compute[of](text),
  source: new URL("./text-thread.ts", import.meta.url),
  name: "text-thread",
});

/** The module of each computation. */
export const textModules = {
  check: moduleOf("check"),
  names: moduleOf("names"),
  usualCost: moduleOf("usualCost"),
  statements: moduleOf("statements"),
};
