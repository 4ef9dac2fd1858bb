// Each compiler is a development dependency with a separate name, so that no test calls a registry (80 MB on
// disk). The types are checked with the oldest supported compiler, and with the last version of each later
// major version.
import { describeStrictPrograms } from "./harness/strict-programs.ts";

describeStrictPrograms(["typescript-5.4", "typescript-5.9", "typescript-6.0"]);
