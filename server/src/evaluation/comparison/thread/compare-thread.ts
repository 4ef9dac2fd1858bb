import { threadEntry } from "../../../platform/threads/thread-entry.ts";
import { compareModule } from "./compare-work.ts";

export default threadEntry(compareModule.work);
