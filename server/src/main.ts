#!/usr/bin/env node
import { program } from "./operations/cli/program.ts";

await program().parseAsync();
