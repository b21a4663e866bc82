import type { ParsedElement } from "../element.ts";
import type { PageLink } from "../layout/page/page.ts";
import { blockElement, clean } from "./block-element.ts";
import type { DocumentVision } from "./document-vision.ts";
import { keepsKnownText } from "./keeps-known-text.ts";
import { createLinkFinder } from "./kept-links.ts";
import { createPlacer, type KnownWord } from "./place-block.ts";
import { type PageNotes, type PageToSee, VisionError } from "./vision.ts";

const maxBlocks = 500;
const maxKnownCharacters = 12_000;

/** The page in points, and what is known of its text; words without a place are not needed. */
export type PageFacts = {
  number: number;
  width: number;
  height: number;
  knownText: string;
  knownWords: readonly KnownWord[];
  /** What the page's own text links to. Default: nothing. */
  links?: readonly PageLink[];
};

/** Reads a page by the model into elements of the contract. Throws VisionError when the answer can't be used. */
export async function seePage(
  vision: Pick<DocumentVision, "readPage" | "name">,
  picture: Omit<PageToSee, "knownText">,
  page: PageFacts,
): Promise<ParsedElement[]> {
  const knownText = page.knownText.slice(0, maxKnownCharacters);
  const { blocks, notes } = await vision.readPage({ ...picture, knownText });
  const taken = blocks.slice(0, maxBlocks);
  if (!keepsKnownText(taken, knownText))
    throw new VisionError(`${vision.name} did not give the text that is on the page`);
  const facts = pageFacts(notes);
  const place = createPlacer(page.knownWords);
  const linksOf = createLinkFinder(page.links ?? [], page.knownWords);
  return taken.flatMap((block) => {
    const element = blockElement(block, page);
    if (element === null) return [];
    // The model says what a figure shows in its own words.
    const boundingBox = element.type === "Image" ? null : place(block);
    const urls = linksOf(element.text, boundingBox);
    const metadata = urls.length > 0 ? { ...element.metadata, link_urls: urls } : element.metadata;
    return [{ ...element, ...(boundingBox && { boundingBox }), ...(metadata && { metadata }), ...facts }];
  });
}

const maxNotes = 10;

/** What a model says of a page, in the fields of an element and within their bounds. */
export function pageFacts({
  summary,
  keywords,
  topics,
}: PageNotes): Pick<ParsedElement, "pageAnnotation" | "pageKeywords" | "pageTopics"> {
  const annotation = clean(summary).slice(0, 1_000);
  const list = (texts: string[]) =>
    [...new Set(texts.map((text) => clean(text).slice(0, 80)))].filter(Boolean);
  const [words, about] = [list(keywords).slice(0, maxNotes), list(topics).slice(0, maxNotes)];
  return {
    ...(annotation !== "" && { pageAnnotation: annotation }),
    ...(words.length > 0 && { pageKeywords: words }),
    ...(about.length > 0 && { pageTopics: about }),
  };
}
