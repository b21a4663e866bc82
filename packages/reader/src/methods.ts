import type { Method } from "@headwater/spec";

/** The methods of the contract that this version has. For any other method, `fast` is used. */
export const servedMethods: readonly Method[] = ["auto", "fast"];

/** The message when another method is used than the one asked for; null otherwise. */
export function substitution(method: Method): string | null {
  return servedMethods.includes(method) ? null : `Parsed with method fast: ${method} is not available yet`;
}
