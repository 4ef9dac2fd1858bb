import { closeSync, openSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

/**
 * A socket that accepts connections while its process runs; the kernel closes it when the process ends in any
 * way.
 */
export interface LivenessSocket {
  close(): Promise<void>;
}

/** A socket address is limited to 108 bytes on Linux and 104 elsewhere. */
const maxAddressBytes = 100;

/**
 * Opens a named socket in a folder; undefined if the file system or the platform does not support it. All
 * containers that share the folder can reach the socket. The socket does not keep the process running.
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

/** Whether the process that opened a liveness socket is running; true if unknown. */
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
 * Runs `use` with the socket's address: the path, or a shorter one through the open folder if the path is too
 * long.
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
