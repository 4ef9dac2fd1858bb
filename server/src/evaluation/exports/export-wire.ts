import type { StoredExport } from "@assay/contract/evaluation/exports/export-rules";
import { exportToWire as toWire } from "@assay/contract/evaluation/exports/export-wire";
import type { PlatformDeps } from "../../platform/platform-deps.ts";

/** An export as it goes over the wire, at this moment and of this server. */
export const exportToWire = (stored: StoredExport, { now, config }: Pick<PlatformDeps, "now" | "config">) =>
  toWire(stored, { now: now().getTime(), server: config.publicUrl?.replace(/\/+$/, "") ?? "" });
