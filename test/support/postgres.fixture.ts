import { startPostgres } from "./postgres.ts";

// Starts a server, prints its address, and runs until it is killed.

const { url } = await startPostgres();
process.stdout.write(`${url}\n`);
setInterval(() => {}, 60_000);
