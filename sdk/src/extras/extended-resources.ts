import type { Resources } from "../generated/resources.ts";
import type { ControlEvents } from "./control-events.ts";
import type { ControlEvidence } from "./control-evidence.ts";
import type { ControlGuard } from "./control-guard.ts";
import type { Datasets } from "./datasets.ts";
import type { Evaluations } from "./evaluations.ts";
import type { Exports } from "./exports.ts";
import type { Samples } from "./samples.ts";
import type { Webhooks } from "./webhooks.ts";

/** The client's resources, with what no row of the table can say. */
export interface ExtendedResources extends Resources {
  readonly datasets: Datasets;
  readonly samples: Samples;
  readonly evaluations: Evaluations;
  readonly exports: Exports;
  readonly webhooks: Webhooks;
  readonly control: Resources["control"] &
    ControlGuard & {
      readonly events: ControlEvents;
      readonly evidence: ControlEvidence;
    };
}
