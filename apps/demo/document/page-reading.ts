import type { Element, Source } from "@headwater/client";

type Read = Pick<Element, "metadata">;

export type PageReading = {
  /** How the text of the page was read, to follow "Page 7". Empty when nothing is known. */
  words: string;
  /** Whether the text should not be trusted. */
  isDoubtful: boolean;
};

/** Says how the text of a page was read, from its elements. */
export function readingOf(elements: readonly Read[], fileType: string): PageReading {
  const has = (key: string, value: string) =>
    elements.some(({ metadata }) => factOf(metadata, key) === value);
  const isPdf = fileType.toLowerCase() === "pdf";
  const method = elements.map(({ metadata }) => factOf(metadata, "page_method")).find((each) => each);
  const by = method === undefined ? "" : ` (${method})`;
  for (const [source, reader] of Object.entries(pictureReaders)) {
    if (!has("text_source", source)) continue;
    const isMixed = elements.some(({ metadata }) => factOf(metadata, "text_source") !== source);
    const what = isMixed ? `${reader} in part` : reader;
    return { words: `${what}${by}, so compare single words with the picture`, isDoubtful: false };
  }
  if (has("text_quality", "garbled")) {
    return {
      words: `from its own text${by}, which is garbled: its fonts do not say which characters they show`,
      isDoubtful: true,
    };
  }
  const words = isPdf && elements.length > 0 ? `from its own text${tablesWords(method)}` : "";
  return { words: words === "" ? "" : `${words}${by}`, isDoubtful: false };
}

/** What the text of a page comes from, as far as its elements say. */
export type PageReader = "text" | "ocr" | "vision" | "garbled" | "none";

/** What read a page, from its elements. */
export function readerOf(elements: readonly Read[]): PageReader {
  if (elements.length === 0) return "none";
  const sources = elements.map(({ metadata }) => factOf(metadata, "text_source"));
  if (sources.includes("vision")) return "vision";
  if (sources.includes("ocr")) return "ocr";
  const isGarbled = elements.some(({ metadata }) => factOf(metadata, "text_quality") === "garbled");
  return isGarbled ? "garbled" : "text";
}

/** The same in one word, for the line under a small picture of the page: "text", "OCR", "vision". Empty without elements. */
export const readerWord = (elements: readonly Read[]): string => readerWords[readerOf(elements)];

const readerWords: Record<PageReader, string> = {
  text: "text",
  ocr: "OCR",
  vision: "vision",
  garbled: "text",
  none: "",
};

/** How text comes from a picture, by `text_source`. */
const pictureReaders: Record<string, string> = { ocr: "read by OCR", vision: "read by a vision model" };

const tablesWords = (method: string | undefined) =>
  method === "accurate" ? ", its tables looked at closely" : "";

/** A fact of an element. Services may send more than this version knows. */
function factOf(metadata: Element["metadata"], key: string): string | undefined {
  const value = metadata[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Where a page was fetched: the address of a page of a site, the path of a file in a repository. */
export function fetchedFrom({ metadata }: Read): { words: string; href: string | undefined } | undefined {
  const url = typeof metadata?.url === "string" ? metadata.url : undefined;
  const path = typeof metadata?.path === "string" ? metadata.path : undefined;
  const words = path ?? url?.replace(/^https?:\/\/(?:www\.)?/, "");
  if (words === undefined) return undefined;
  // Only the web: a page could name an address that runs as a script.
  return { words, href: url !== undefined && /^https?:\/\//i.test(url) ? url : undefined };
}

/** What a page of this source is called. */
export function pageNoun({ file_type }: Pick<Source, "file_type">): "Page" | "Slide" | "Sheet" | "Picture" {
  const type = file_type.toLowerCase();
  if (type === "ppt" || type === "pptx") return "Slide";
  if (type === "xls" || type === "xlsx") return "Sheet";
  return images.has(type) ? "Picture" : "Page";
}

const images = new Set(["png", "jpg", "jpeg", "tiff", "tif", "bmp", "heic"]);
