import type { Clocks } from "@assay/contract/control/cedar/engine/time-budget";

/** The wall clock and the CPU time of the process, in milliseconds. */
export const processClocks: Clocks = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
