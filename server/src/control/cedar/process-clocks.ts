import type { Clocks } from "@assay/contract/control/cedar/engine/time-budget";

/** The clocks of the process. */
export const processClocks: Clocks = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
