/** An implementation of the API: either a server or the mock. */
export interface Target {
  name: string;
  baseUrl: string;
  /** Creates an empty workspace. @returns the secret of a key with every scope. */
  newWorkspace: () => Promise<string>;
  /** Pauses evaluations; those in progress may complete first. */
  hold: () => Promise<void>;
  resume: () => void;
  /** Waits until each event that has occurred has its deliveries, and no delivery is due. */
  dispatched: () => Promise<void>;
  /** Advances the target's clock. */
  advance: (ms: number) => void;
  close: () => Promise<void>;
}
