import { threadEntry } from "../../../platform/threads/thread-entry.ts";
import { textWork } from "./text-work.ts";

export default threadEntry(textWork);
