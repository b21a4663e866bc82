// C0 and C1 controls save tab and line feed, and what is only there for line breaking or byte order: soft hyphen,
// zero-width space, word joiner, BOM. Joiners (U+200C, U+200D) and bidirectional marks carry meaning and stay.
const UNWANTED = /(?![\t\n])\p{Cc}|[\u00ad\u200b\u2060\ufeff\ufffe\uffff]/gu;

/** Text as elements carry it: NFC, well-formed, line feeds as line breaks, no control or invisible characters. */
export function cleanText(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  return lines.toWellFormed().replace(UNWANTED, "").normalize("NFC");
}

// Every Unicode space save tab and line feed.
const SPACES = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;

/** One space for every run of spaces (no-break ones too), none at the ends of lines and of the text; tabs and line breaks kept. */
export function collapseSpaces(text: string): string {
  return (
    text
      .replace(SPACES, " ")
      .replace(/ ?([\n\t]) ?/g, "$1")
      // A match takes the whole run: looking ahead from each of its tabs would cost the square of their number.
      .replace(/\t+(\n)?/g, (tabs, lineBreak: string | undefined) => lineBreak ?? tabs)
      .trim()
  );
}
