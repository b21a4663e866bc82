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
  const has = (key: "text_source" | "text_quality", value: string) =>
    elements.some(({ metadata }) => metadata?.[key] === value);
  if (has("text_source", "ocr")) {
    const isMixed = elements.some(({ metadata }) => metadata?.text_source !== "ocr");
    const what = isMixed ? "read by OCR in part" : "read by OCR";
    return { words: `${what}, so compare single words with the picture`, isDoubtful: false };
  }
  if (has("text_quality", "garbled")) {
    return {
      words: "from its own text, which is garbled: its fonts do not say which characters they show",
      isDoubtful: true,
    };
  }
  const isPdf = fileType.toLowerCase() === "pdf";
  return { words: isPdf && elements.length > 0 ? "from its own text" : "", isDoubtful: false };
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
