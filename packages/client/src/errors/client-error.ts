/** Shared by every copy of this package in one process, so that guards work across bundles. */
export const clientErrorBrand = Symbol.for("headwater.error");

/**
 * Base of every error this package throws, apart from an abort, which is passed through as the signal's reason,
 * and a `TypeError` for an argument that cannot be right.
 */
export class ClientError extends Error {
  readonly [clientErrorBrand] = true;
}
