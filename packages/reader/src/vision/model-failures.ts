import type { VisionError } from "./vision.ts";

const maxNamed = 20;

/** Counts pages that the model failed at and that were read by the rules instead. */
export function createModelFailures(name: string) {
  const pages: number[] = [];
  let reason = "";
  return {
    add(pageNumber: number, error: VisionError): void {
      pages.push(pageNumber);
      reason ||= error.message.replace(/[.\s]+$/, "");
    },
    /** Null when the model failed at no page. */
    message(): string | null {
      if (pages.length === 0) return null;
      const sorted = [...pages].sort((a, b) => a - b);
      const rest = sorted.length > maxNamed ? ` and ${sorted.length - maxNamed} more` : "";
      const named = `${sorted.slice(0, maxNamed).join(", ")}${rest}`;
      const what = sorted.length === 1 ? "1 page was" : `${sorted.length} pages were`;
      return `${what} read without the vision model ${name} (${named}): ${reason}`;
    },
  };
}
