/** Exit codes of the command. */
export const exitCodes = {
  /** The command completed and all gates passed. */
  passed: 0,
  /** The command completed; a gate failed. */
  gateFailed: 1,
  /**
   * The command could not complete, because of invalid arguments, an unreachable server, a missing permission
   * or a failed evaluation.
   */
  couldNotRun: 2,
  /** The command waited until its time limit. */
  timedOut: 3,
  /** Interrupted by Ctrl-C. Like shells, the command adds the number of SIGINT to 128. */
  interrupted: 130,
} as const;

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
