import { openDatabase } from "./connect.ts";
import { inTransaction } from "../transaction.ts";

// Writes pairs of rows, each in a separate transaction, and prints the number of each committed pair, until
// the process is killed.

const [kind, place] = process.argv.slice(2);
const database = await openDatabase(
  kind === "embedded" ? { dataDir: place ?? "" } : { url: place ?? "", poolMax: 1 },
);
for (let number = 1; ; number += 1) {
  await inTransaction(database, async (tx) => {
    await tx("written").insert({ number, half: 1 });
    await tx("written").insert({ number, half: 2 });
  });
  process.stdout.write(`${number}\n`);
}
