import { threadEntry } from "../../../platform/threads/thread-entry.ts";
import { pairsModule } from "./pairs-work.ts";

export default threadEntry(pairsModule.work);
