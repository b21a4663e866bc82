import { type Command, CommanderError } from "commander";
import { OperatorError } from "../kernel/operator-error.ts";
import { ServiceError } from "../kernel/service-error.ts";
import { printable } from "./printable.ts";

/** Errors whose text is meant for the person at the keyboard. Any other error is our fault and keeps its stack. */
const isExpected = (error: unknown): error is Error =>
  error instanceof OperatorError || error instanceof ServiceError;

/** The reader of our output may stop early (`headwater doctor | head`). Then exit without an error. */
function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
}

/** Nothing was tried. Commands that judge end with 1 when they found something. */
const usageError = 2;

/** Runs a command line and returns the exit code. An error is one line on standard error. */
export async function runProgram(program: Command, argv: string[]): Promise<number> {
  endWithReader();
  try {
    await program.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Its text is on the screen already: a usage error, or help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError;
    const text = isExpected(error) ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`headwater: ${printable(String(text))}\n`);
    return error instanceof OperatorError ? error.exitCode : 1;
  }
}
