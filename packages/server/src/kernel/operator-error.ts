/**
 * An error for the person who runs the service: one line that names the remedy. The command line prints it without a
 * stack and exits with `exitCode` (default 1).
 */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
