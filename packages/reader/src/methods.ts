import type { Method } from "@headwater/spec";

/** The methods of the contract. */
export const servedMethods: readonly Method[] = ["auto", "fast", "balanced", "accurate", "agentic"];

/** The method that runs: `agentic` is a model's work, and without one `accurate` comes nearest. */
export const possibleMethod = (method: Method, hasVision: boolean): Method =>
  method === "agentic" && !hasVision ? "accurate" : method;

/** The message when another method is used than the one asked for; null otherwise. */
export function substitution(method: Method, hasVision: boolean): string | null {
  return possibleMethod(method, hasVision) === method
    ? null
    : "Parsed with method accurate: agentic needs a vision model, which HEADWATER_VISION_MODEL names";
}

/** Whether text in pictures is read. `auto` reads it where a page of a PDF has no other; an image it leaves as it is. */
export const readsPictures = (method: Method): boolean => method !== "fast" && method !== "auto";
