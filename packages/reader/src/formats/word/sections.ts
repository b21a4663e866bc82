import { decodeText } from "../../charset/charset.ts";

/** Where a section starts: on the same page, on the next one, or on the next one with an odd or even number. */
export type SectionStart = "same" | "next" | "odd" | "even";

export type Sections = {
  /** Where each section starts, in order. The first entry is the first section. */
  starts: SectionStart[];
  /** Relationship ids of the headers and footers in use, in order and without repeats. */
  headers: string[];
  footers: string[];
};

const STARTS: ReadonlyMap<string | undefined, SectionStart> = new Map([
  ["continuous", "same"],
  ["nextColumn", "same"],
  ["oddPage", "odd"],
  ["evenPage", "even"],
]);
const maxSectionLength = 20_000;

/**
 * Reads the sections before the text, because the start of a section is stored at its end. It uses patterns, because
 * only a few small elements of a large part matter.
 */
export function readSections(body: Uint8Array): Sections {
  const { text } = decodeText(body);
  const sections: Sections = { starts: [], headers: [], footers: [] };
  const ids = { headers: new Set<string>(), footers: new Set<string>() };
  for (const match of text.matchAll(/<(?:\w+:)?sectPr[\s/>]/g)) {
    const rest = text.slice(match.index, match.index + maxSectionLength);
    const end = /<\/(?:\w+:)?sectPr>/.exec(rest)?.index;
    const section = /^<[^>]*\/>/.test(rest) ? "" : rest.slice(0, end ?? rest.length);
    const type = /<(?:\w+:)?type\s[^>]*?val="(\w+)"/.exec(section)?.[1];
    sections.starts.push(STARTS.get(type) ?? "next");
    const firstPageDiffers = /<(?:\w+:)?titlePg(?:\s*\/>|\s[^>]*val="(?:1|true|on)")/.test(section);
    for (const [, kind, attributes = ""] of section.matchAll(
      /<(?:\w+:)?(header|footer)Reference\s([^>]*)>/g,
    )) {
      const id = /\bid="([^"]+)"/.exec(attributes)?.[1];
      // A first-page header is only shown when the section says that its first page is different.
      const unused = /type="first"/.test(attributes) && !firstPageDiffers;
      if (id && !unused) (kind === "header" ? ids.headers : ids.footers).add(id);
    }
  }
  return { ...sections, headers: [...ids.headers], footers: [...ids.footers] };
}
