/**
 * Why something can't be done, for whoever runs the service: one line that names the remedy. The command line prints
 * it without a stack and exits with `exitCode`, 1 unless told otherwise.
 */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
