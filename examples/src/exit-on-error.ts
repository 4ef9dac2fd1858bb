// Every example that is a command imports this module. It prints an error and exits with 2, so that exit code
// 1 is reserved for a result, such as a failed gate.
import { AssayError } from "@assay/sdk";

process.on("uncaughtException", (error) => {
  // Errors from the API and from the system have a clear message; any other error is a bug in the program.
  const hasClearMessage = error instanceof AssayError || "syscall" in error;
  console.error((hasClearMessage && error.message) || error);
  process.exit(2);
});
