import type { ParsedElement } from "../element.ts";
import type { DocumentVision } from "./document-vision.ts";
import { type PageFacts, seePage } from "./see-page.ts";
import { type SeenPicture, VisionError } from "./vision.ts";

export type PageSeer = {
  /** Whether the model read the page. If not, it is for the rules to read. */
  see(page: PageFacts, picture: () => Promise<SeenPicture>): Promise<boolean>;
  /** Adds the pages that the model read to those of the rules, in order. */
  withPagesSeen(elements: ParsedElement[]): ParsedElement[];
  /** Which pages the model failed at; null when none. */
  message(): string | null;
};

/** Keeps what a model read of a document's pages, and what it failed at. */
export function createPageSeer(vision: DocumentVision): PageSeer {
  const seen = new Map<number, ParsedElement[]>();
  const failures = createModelFailures(vision.name);
  return {
    async see(page, picture) {
      const shown = await picture();
      try {
        seen.set(page.number, await seePage(vision, shown, page));
        return true;
      } catch (error) {
        if (!(error instanceof VisionError)) throw error;
        failures.add(page.number, error);
        return false;
      }
    },
    withPagesSeen: (elements) =>
      seen.size === 0
        ? elements
        : [...elements, ...[...seen.values()].flat()].sort((a, b) => a.pageNumber - b.pageNumber),
    message: failures.message,
  };
}

const maxNamed = 20;

/** Counts pages that the model failed at and that were read by the rules instead. */
function createModelFailures(name: string) {
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
