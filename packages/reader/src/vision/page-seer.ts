import type { ParsedElement } from "../element.ts";
import type { DocumentVision } from "./document-vision.ts";
import { createModelFailures } from "./model-failures.ts";
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
