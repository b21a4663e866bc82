/** All copies of this package in one process share this symbol, so that the guards work across bundles. */
export const clientErrorBrand = Symbol.for("headwater.error");

/**
 * Base class of the errors that this package throws. Two kinds of errors do not extend it: an abort, which rejects with
 * the signal's reason, and a `TypeError` for an invalid argument.
 */
export class ClientError extends Error {
  readonly [clientErrorBrand] = true;
}
