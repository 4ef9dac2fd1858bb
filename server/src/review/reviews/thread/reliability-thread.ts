import { threadEntry } from "../../../platform/threads/thread-entry.ts";
import { reliabilityModule } from "./reliability-work.ts";

export default threadEntry(reliabilityModule.work);
