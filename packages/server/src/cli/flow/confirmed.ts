import { createInterface } from "node:readline/promises";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Terminal } from "../terminal.ts";

/** Asks a person. Where there is none, `--yes` has to be said. */
export async function isConfirmed(
  { stdout }: Terminal,
  question: string,
  yes: boolean | undefined,
): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY)
    throw new OperatorError("This is not a terminal, so you can't be asked. Add --yes to do it.", {
      exitCode: 2,
    });
  const questions = createInterface({ input: process.stdin, output: stdout });
  try {
    return /^y(es)?$/i.test((await questions.question(`${question} [y/N] `)).trim());
  } finally {
    questions.close();
  }
}
