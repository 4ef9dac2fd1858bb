// Each compiler is a development dependency under another name, so that no test asks a registry: 80 MB on the disk. The types
// are checked by the oldest compiler that they are made for, and by the last of each line since.
import { describeStrictPrograms } from "./harness/strict-programs.ts";

describeStrictPrograms(["typescript-5.4", "typescript-5.9", "typescript-6.0"]);
