import { TextChecker } from "@assay/contract/control/cedar/text/text-checker";
import type { CheckedText } from "@assay/contract/control/policies/policy-contents";
import type { ThreadModule } from "../../../platform/threads/thread-pool.ts";
import { loadCedar } from "../../cedar/cedar-wasm.ts";

/** The checker of a thread, whose engine is loaded once per thread. */
const checker = new TextChecker(loadCedar);

const at = { source: new URL("./text-thread.ts", import.meta.url), name: "text-thread" };

/** A text to check. */
interface Checking {
  kind: "check" | "names";
  text: string;
}

/** Checks a text, or finds the names in a stored text. */
export const textWork = async ({ kind, text }: Checking): Promise<CheckedText | CheckedText["names"]> =>
  checker[kind](text);

/** The module that checks texts. */
export const checkModule: ThreadModule<{ kind: "check"; text: string }, never, CheckedText> = {
  work: async ({ text }) => checker.check(text),
  ...at,
};

/** The module that finds the names in stored texts. */
export const namesModule: ThreadModule<{ kind: "names"; text: string }, never, CheckedText["names"]> = {
  work: async ({ text }) => checker.names(text),
  ...at,
};
