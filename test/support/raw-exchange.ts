// Sends messages that no HTTP client would send, over a separate connection.
import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Opens a connection to a server. The server must close it, because the client does not. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Sends text, one byte per character. @returns the text received until the server closes the connection. */
export async function exchange(url: string, sent: string): Promise<string> {
  const socket = await openSocket(url);
  const pieces: Buffer[] = [];
  socket.on("data", (piece: Buffer) => pieces.push(piece));
  socket.on("end", () => socket.end());
  const closed = once(socket, "close");
  socket.write(sent, "latin1");
  await closed;
  return Buffer.concat(pieces).toString();
}
