// Matches C0 and C1 controls except tab and line feed, and characters used only for line breaking or byte order: soft
// hyphen, zero-width space, word joiner, BOM. Joiners (U+200C, U+200D) and bidirectional marks have a meaning and stay.
const UNWANTED = /(?![\t\n])\p{Cc}|[\u00ad\u200b\u2060\ufeff\ufffe\uffff]/gu;

/** Cleans text for an element: NFC, well-formed, line feeds as line breaks, no control or invisible characters. */
export function cleanText(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  return lines.toWellFormed().replace(UNWANTED, "").normalize("NFC");
}

// Every Unicode space except tab and line feed.
const SPACES = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;

/**
 * Replaces every run of spaces (including no-break spaces) by one, and removes spaces at the ends of lines and of the
 * text. Tabs and line breaks stay.
 */
export function collapseSpaces(text: string): string {
  return (
    text
      .replace(SPACES, " ")
      .replace(/ ?([\n\t]) ?/g, "$1")
      // A match takes the whole run. Looking ahead from each tab would take quadratic time.
      .replace(/\t+(\n)?/g, (tabs, lineBreak: string | undefined) => lineBreak ?? tabs)
      .trim()
  );
}
