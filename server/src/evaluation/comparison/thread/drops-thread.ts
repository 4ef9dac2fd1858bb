import { threadEntry } from "../../../platform/threads/thread-entry.ts";
import { dropsModule } from "./drops-work.ts";

export default threadEntry(dropsModule.work);
