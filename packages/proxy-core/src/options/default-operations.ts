import { type OperationId, operations } from "@headwater/spec";

/**
 * The operations that pass when `allow` is not given: all except those that manage tokens and webhooks, say what the project has used
 * or what happened in it, or answer
 * original files.
 *
 * @example allow: [...defaultOperations, "getSourceContent"]
 */
export const defaultOperations: readonly OperationId[] = (Object.keys(operations) as OperationId[]).filter(
  (id) => !operations[id].optIn,
);
