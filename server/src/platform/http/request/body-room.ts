import { tooBusy } from "@assay/contract/platform/requests/load-refusals";

/**
 * Total size of the small bodies of one workspace that are processed at the same time, and that of the large ones
 * (bytes). A body that is larger than this room is the only large one.
 */
const roomBytes = 64 * 1024;
/** Size above which a body is large (bytes): reading, evaluating and storing it takes about a millisecond or more. */
export const largeBytes = 16 * 1024;
/**
 * The room of a large body stays in use for this multiple of the time for which the process worked on it, so that other
 * work gets a share.
 */
const restFactor = 2;
/**
 * Maximum duration of this rest (milliseconds). Longer work gives way to other work between its steps, so it needs no
 * rest in proportion to its length.
 */
const maxRestMs = 1000;
/** Time for which a workspace counts as active after a request (milliseconds). */
const activeMs = 1000;
/** Maximum time for which a body waits (milliseconds). */
const maxWaitMs = 30_000;

const entered = Symbol("entered");

/**
 * A response, which emits `close` when it is complete or its client disconnects. That its request is in a room is a
 * property of it, because a weak set would slow down garbage collection.
 */
interface Closing {
  once: (event: "close", listener: () => void) => unknown;
  [entered]?: true;
}

interface Entry {
  workspaceId: string;
  bytes: number;
  response: Closing;
}

/** The room of a workspace for its small bodies, or that for its large ones. */
interface Room {
  used: number;
  /** The functions that start the waiting requests, by request. */
  readonly waiting: Map<Entry, () => void>;
}

/**
 * Limits the bodies of each workspace that are processed at the same time. Parsing, evaluating and storing a large body
 * block the process, so that many of them at once would delay the requests of other workspaces. While another workspace
 * is active, the process rests after each large body. Small bodies have a room of their own, so that one slow request
 * with a large body does not delay the small ones of its workspace.
 */
export class BodyRoom {
  readonly #small = new Map<string, Room>();
  readonly #large = new Map<string, Room>();
  readonly #busyMs: () => number;
  /** When the two workspaces that were active last have sent a request. */
  readonly #active = new Map<string, number>();

  /**
   * @param busyMs the time for which the process has worked since its start, without the time for which it waited
   *   (milliseconds).
   */
  constructor(busyMs: () => number) {
    this.#busyMs = busyMs;
  }

  /**
   * Enters the room of a workspace with a body. The room is left when the response is complete or its client
   * disconnects.
   *
   * @returns undefined if there is room; otherwise a promise, which rejects with a 503 if there is no room in time.
   */
  enter(workspaceId: string, bytes: number, response: Closing): Promise<void> | undefined {
    if (response[entered]) return undefined;
    this.#noteActive(workspaceId);
    const rooms = this.#roomsFor(bytes);
    const room = rooms.get(workspaceId) ?? { used: 0, waiting: new Map() };
    rooms.set(workspaceId, room);
    const entry = { workspaceId, bytes, response };
    if (room.waiting.size > 0 || !hasRoom(room, entry)) return this.#wait(room, entry);
    this.#admit(room, entry);
    return undefined;
  }

  #wait({ waiting }: Room, entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        waiting.delete(entry);
      };
      const timer = setTimeout(() => {
        leave();
        reject(tooBusy("Room for the body of the request", 1));
      }, maxWaitMs);
      waiting.set(entry, () => {
        leave();
        resolve();
      });
      entry.response.once("close", leave);
    });
  }

  #roomsFor(bytes: number): Map<string, Room> {
    return bytes > largeBytes ? this.#large : this.#small;
  }

  #admit(room: Room, entry: Entry): void {
    const { workspaceId, bytes, response } = entry;
    response[entered] = true;
    room.used += bytes;
    const leave = (): void => this.#leave(room, entry);
    if (bytes <= largeBytes) return void response.once("close", leave);
    const started = this.#busyMs();
    response.once("close", () => {
      const restMs = Math.min((this.#busyMs() - started) * restFactor, maxRestMs);
      if (this.#isOtherActive(workspaceId)) setTimeout(leave, restMs);
      else leave();
    });
  }

  #leave(room: Room, { workspaceId, bytes }: Entry): void {
    room.used -= bytes;
    for (const [entry, start] of room.waiting) {
      if (!hasRoom(room, entry)) break;
      this.#admit(room, entry);
      start();
    }
    if (room.used === 0 && room.waiting.size === 0) this.#roomsFor(bytes).delete(workspaceId);
  }

  #noteActive(workspaceId: string): void {
    this.#active.delete(workspaceId);
    this.#active.set(workspaceId, performance.now());
    // A Map iterates in insertion order: the first entry is the oldest.
    const [oldest] = this.#active.size > 2 ? this.#active.keys() : [];
    if (oldest !== undefined) this.#active.delete(oldest);
  }

  #isOtherActive(workspaceId: string): boolean {
    const since = performance.now() - activeMs;
    return [...this.#active].some(([id, at]) => id !== workspaceId && at > since);
  }
}

const hasRoom = ({ used }: Room, { bytes }: Entry): boolean => used === 0 || used + bytes <= roomBytes;
