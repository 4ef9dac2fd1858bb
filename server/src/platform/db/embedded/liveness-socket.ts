import { closeSync, openSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

/**
 * A socket that accepts connections as long as its process is running. When the process ends, for whatever
 * reason, the kernel closes the socket.
 */
export interface LivenessSocket {
  close(): Promise<void>;
}

/**
 * Maximum length of a socket path that is used directly. The system limit is 108 bytes on Linux and 104 on
 * other systems.
 */
const maxAddressBytes = 100;

/**
 * Opens a named socket in a folder. Returns undefined if the file system or the platform does not support
 * this. All containers that share the folder can connect to the socket. The socket does not prevent the
 * process from exiting.
 */
export async function openLivenessSocket(folder: string, name: string): Promise<LivenessSocket | undefined> {
  if (process.platform === "win32") return undefined; // Windows interprets the path differently
  const server = createServer((socket) => socket.destroy());
  server.unref();
  const opened = await withAddress(
    folder,
    name,
    (address) =>
      new Promise<boolean>((resolve) => {
        server.once("error", () => resolve(false));
        server.listen(address, () => resolve(true));
      }),
  );
  if (!opened) return undefined;
  return {
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      rmSync(join(folder, name), { force: true });
    },
  };
}

/**
 * Whether the process that opened a liveness socket is running. Returns true if this cannot be determined.
 */
export async function isAlive(folder: string, name: string): Promise<boolean> {
  const failure = await withAddress(
    folder,
    name,
    (address) =>
      new Promise<string | undefined>((resolve) => {
        const socket = connect(address);
        socket.once("connect", () => {
          socket.destroy();
          resolve(undefined);
        });
        socket.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
      }),
  );
  return failure !== "ECONNREFUSED" && failure !== "ENOENT";
}

/**
 * Calls `use` with the socket's path. If the path is too long, it is replaced with a shorter path through a
 * descriptor of the open folder.
 */
async function withAddress<T>(
  folder: string,
  name: string,
  use: (address: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= maxAddressBytes || process.platform !== "linux") return use(path);
  const descriptor = openSync(folder, "r");
  try {
    return await use(`/proc/self/fd/${descriptor}/${name}`);
  } finally {
    closeSync(descriptor);
  }
}
