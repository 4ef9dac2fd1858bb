import type { StoredExport } from "@assay/contract/evaluation/exports/export-rules";
import { exportToWire as toWire } from "@assay/contract/evaluation/exports/export-wire";
import { configuredBase } from "../../platform/http/request/public-base.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";

/** Maps an export to its wire form, which depends on the current time and this server's URL. */
export const exportToWire = (stored: StoredExport, { now, config }: Pick<PlatformDeps, "now" | "config">) =>
  toWire(stored, { now: now().getTime(), server: configuredBase({ config }) ?? "" });
