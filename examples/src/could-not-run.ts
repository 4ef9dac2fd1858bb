// Imported by every example that is a command: what keeps it from its work is said in words, with exit code 2, so that 1
// is left to a verdict, such as that of a gate.
import { AssayError } from "@assay/sdk";

process.on("uncaughtException", (error) => {
  // Refusals of the API and of the system say themselves what is wrong; anything else is a mistake of the program.
  const isToldInWords = error instanceof AssayError || "syscall" in error;
  console.error((isToldInWords && error.message) || error);
  process.exit(2);
});
