import { threadEntry } from "../../../platform/threads/thread-entry.ts";
import { simulateModule } from "./simulate-work.ts";

export default threadEntry(simulateModule.work);
