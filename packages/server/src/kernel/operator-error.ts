/**
 * Why something can't be done, for whoever runs the service: one line that names the remedy. The command line prints
 * it without a stack and exits with 1.
 */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
