import { startPostgres } from "./postgres.ts";

// Starts a server, says its address, and stays until it is killed.

const { url } = await startPostgres();
process.stdout.write(`${url}\n`);
setInterval(() => {}, 60_000);
