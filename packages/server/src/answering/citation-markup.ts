import type { Citation } from "./answer.ts";

/** Characters that would end or split the markup. `%` is among them because it starts an escape. */
const reserved = /[%|)\n\r]/g;

const encode = (name: string): string =>
  name.replace(
    reserved,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );

/** Plain marker: `[1]`. */
export const citationMarker = (citation: Pick<Citation, "index">): string => `[${citation.index}]`;

/**
 * Raw markup of a citation: `[N](file_id|pX|sY|eZ|fNAME)` (contract: `include_citation_markup`). The name is
 * percent-encoded where it holds `|`, `)`, `%` or line breaks; `decodeURIComponent` brings it back.
 */
export const citationMarkup = (
  citation: Pick<Citation, "index" | "fileId" | "pageNumber" | "sectionNumber" | "elementId" | "fileName">,
): string =>
  `${citationMarker(citation)}(${[
    citation.fileId,
    `p${citation.pageNumber}`,
    `s${citation.sectionNumber}`,
    `e${citation.elementId}`,
    `f${encode(citation.fileName)}`,
  ].join("|")})`;
