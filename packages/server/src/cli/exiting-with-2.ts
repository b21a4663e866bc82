import { OperatorError } from "../kernel/operator-error.ts";

/**
 * Exit codes of commands that judge: 0 all is well, 1 something differs, fails or needs attention, 2 the command could
 * not be done.
 */
export async function exitingWith2<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(error.message, { cause: error, exitCode: 2 });
  }
}
