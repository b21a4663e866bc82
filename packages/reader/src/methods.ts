import type { Method } from "@headwater/spec";

/** The methods of the contract that this version has. For any other method, `balanced` is used. */
export const servedMethods: readonly Method[] = ["auto", "fast", "balanced"];

/** The message when another method is used than the one asked for; null otherwise. */
export function substitution(method: Method): string | null {
  return servedMethods.includes(method)
    ? null
    : `Parsed with method balanced: ${method} is not available yet`;
}

/** Whether text in pictures is read. `auto` reads it where a page of a PDF has no other; an image it leaves as it is. */
export const readsPictures = (method: Method): boolean => method !== "fast" && method !== "auto";
