import { closeSync, openSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

/** A socket that answers for as long as its process lives: the kernel closes it however the process ends. */
export interface Lifeline {
  close(): Promise<void>;
}

/** A socket's address has room for 108 bytes on Linux, for 104 elsewhere. */
const longestAddress = 100;

/**
 * Opens a socket of this name in a folder; undefined where the file system or the platform takes none.
 * It is reached from every container that shares the folder, and does not keep the process running.
 */
export async function openLivenessSocket(folder: string, name: string): Promise<Lifeline | undefined> {
  if (process.platform === "win32") return undefined; // a path means something else there
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

/** Whether the process that opened a lifeline still lives; true too when that cannot be found out. */
export async function answers(folder: string, name: string): Promise<boolean> {
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

/** Gives the socket's address: its path, or a short way to it through the open folder where the path is too long. */
async function withAddress<T>(
  folder: string,
  name: string,
  use: (address: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, name);
  if (Buffer.byteLength(path) <= longestAddress || process.platform !== "linux") return use(path);
  const descriptor = openSync(folder, "r");
  try {
    return await use(`/proc/self/fd/${descriptor}/${name}`);
  } finally {
    closeSync(descriptor);
  }
}
