import type { Method } from "@headwater/spec";

/** The methods of the contract that this version has; a document asked for with another one is read by `fast`. */
export const servedMethods: readonly Method[] = ["auto", "fast"];

/** What to tell when a document is read another way than asked for; null when it is not. */
export function substitution(method: Method): string | null {
  return servedMethods.includes(method) ? null : `Parsed with method fast: ${method} is not available yet`;
}
