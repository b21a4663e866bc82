/** A failure that the user can fix. Only its message is printed, without a stack. */
export class BootstrapError extends Error {
  /** @override */
  name = "BootstrapError";
  /**
   * @param {string} message what happened and what to do
   * @param {{ exitCode?: number, cause?: unknown }} [options] `exitCode` defaults to 1
   */
  constructor(message, { exitCode = 1, cause } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
