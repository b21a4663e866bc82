import type { ParsedElement } from "../element.ts";
import { clean } from "./block-element.ts";
import type { DocumentVision } from "./document-vision.ts";
import { pageFacts } from "./see-page.ts";
import { VisionError } from "./vision.ts";

/** Each figure and each page is a call of its own. */
const maxFigures = 100;
const maxPages = 300;
/** Base64 of a smaller picture is a bullet, a line or a logo of some pixels. */
const minFigureCharacters = 2_000;
const maxFigureText = 2_000;
const minPageCharacters = 80;
const maxPageText = 12_000;

/**
 * What `agentic` adds to elements that the rules read: descriptions of figures, and notes of what each page is about.
 * Changes the elements. Returns what to say of figures and pages that the model left; null when there is nothing.
 */
export async function enrichElements(
  vision: DocumentVision,
  elements: ParsedElement[],
  signal?: AbortSignal,
): Promise<string | null> {
  const figures = elements.filter(
    ({ type, imageBase64 }) => type === "Image" && (imageBase64?.length ?? 0) >= minFigureCharacters,
  );
  const pages = [...pagesWithoutNotes(elements)];
  const left = {
    figures: Math.max(0, figures.length - maxFigures),
    pages: Math.max(0, pages.length - maxPages),
  };
  let reason = "";
  const tried = (kind: "figures" | "pages", work: () => Promise<void>) => async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof VisionError)) throw error;
      reason ||= `: ${error.message.replace(/[.\s]+$/, "")}`;
      left[kind] += 1;
    }
  };
  await inParallel(vision.maxConcurrent, signal, [
    ...figures.slice(0, maxFigures).map((figure) => tried("figures", () => describe(vision, figure))),
    ...pages.slice(0, maxPages).map((page) => tried("pages", () => annotate(vision, page))),
  ]);
  const parts = [
    left.figures > 0 ? `${left.figures} figures without a description` : "",
    left.pages > 0 ? `${left.pages} pages without a summary` : "",
  ].filter(Boolean);
  return parts.length === 0 ? null : `The vision model ${vision.name} left ${parts.join(" and ")}${reason}`;
}

async function describe(vision: DocumentVision, figure: ParsedElement): Promise<void> {
  const { encodeEmbedded } = await import("./encode-picture.ts");
  const picture = await encodeEmbedded(Buffer.from(figure.imageBase64 ?? "", "base64"));
  if (picture === null) return;
  const description = clean(await vision.describeFigure(picture)).slice(0, maxFigureText);
  if (description === "") return;
  // An alternative text that the author wrote stays in front.
  figure.text = figure.text === "" ? description : `${figure.text}: ${description}`;
  figure.markdown = figure.text;
  figure.metadata = { ...figure.metadata, text_source: "vision", kind: "description" };
}

async function annotate(vision: DocumentVision, page: ParsedElement[]): Promise<void> {
  const facts = pageFacts(await vision.annotatePage(textOf(page).slice(0, maxPageText)));
  for (const element of page) Object.assign(element, facts);
}

const textOf = (page: ParsedElement[]): string => page.map(({ text }) => text).join("\n");

function* pagesWithoutNotes(elements: ParsedElement[]): Generator<ParsedElement[]> {
  for (const page of Map.groupBy(elements, ({ pageNumber }) => pageNumber).values()) {
    const isNoted = page.some(({ pageAnnotation }) => pageAnnotation !== undefined);
    if (!isNoted && textOf(page).length >= minPageCharacters) yield page;
  }
}

async function inParallel(
  limit: number,
  signal: AbortSignal | undefined,
  tasks: (() => Promise<void>)[],
): Promise<void> {
  const queue = tasks.values();
  const worker = async () => {
    for (const task of queue) {
      signal?.throwIfAborted();
      await task();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, limit) }, worker));
}
