import { cleanText } from "./plain-text.ts";

export type InlineStyle = {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  strike?: boolean | undefined;
  code?: boolean | undefined;
  /** Address the text links to; see `linkTarget` for which are accepted. */
  href?: string | undefined;
};

/** A stretch of text in one style. A line feed is a line break the author set. */
export type InlineRun = InlineStyle & {
  text: string;
  /** Written to the Markdown in place of the styled text: `$x^2$` for a formula, `[^1]` for a note. */
  markdown?: string | undefined;
};

const SPACE = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;

/**
 * Cleans runs: NFC, one space for each run of spaces even where it crosses runs, none around line breaks and tabs nor at
 * the ends; neighbours of one style joined.
 */
export function tidyRuns(runs: readonly InlineRun[]): InlineRun[] {
  const tidy: InlineRun[] = [];
  let pendingSpace = false;
  let atStart = true;
  for (const run of runs) {
    const cleaned = cleanText(run.text);
    if (cleaned === "" && run.markdown === undefined) continue;
    let text = "";
    for (const part of splitSpaces(cleaned)) {
      if (part === " ") {
        pendingSpace = !atStart;
      } else {
        const breaks = part === "\n" || part === "\t";
        if (breaks && atStart) continue;
        if (pendingSpace && !breaks) text += " ";
        pendingSpace = false;
        text += part;
        atStart = breaks;
      }
    }
    // What stands in the Markdown for a run cannot carry the space before it.
    if (run.markdown !== undefined && text.startsWith(" ")) {
      appendRun(tidy, { text: " " });
      text = text.slice(1);
    }
    appendRun(tidy, { ...run, text });
  }
  return trimEnd(tidy);
}

/** Words, single spaces, line feeds and tabs. */
function splitSpaces(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const character = text[index];
    const space = character !== undefined && (character === " " || SPACE.test(character));
    if (character !== undefined && !space && character !== "\n" && character !== "\t") continue;
    if (index > start) parts.push(text.slice(start, index));
    if (character !== undefined) parts.push(space ? " " : character);
    start = index + 1;
  }
  return parts;
}

function appendRun(runs: InlineRun[], run: InlineRun): void {
  if (run.text === "" && run.markdown === undefined) return;
  const last = runs.at(-1);
  const plain = last && last.markdown === undefined && run.markdown === undefined;
  if (plain && sameStyle(last, run)) runs[runs.length - 1] = { ...last, text: last.text + run.text };
  else runs.push(run);
}

function trimEnd(runs: InlineRun[]): InlineRun[] {
  const trimmed = [...runs];
  for (let last = trimmed.pop(); last; last = trimmed.pop()) {
    const text = last.text.trimEnd();
    if (text !== "" || last.markdown !== undefined) return [...trimmed, { ...last, text }];
  }
  return trimmed;
}

function sameStyle(a: InlineStyle, b: InlineStyle): boolean {
  return (
    Boolean(a.bold) === Boolean(b.bold) &&
    Boolean(a.italic) === Boolean(b.italic) &&
    Boolean(a.strike) === Boolean(b.strike) &&
    Boolean(a.code) === Boolean(b.code) &&
    a.href === b.href
  );
}

/** The text of tidied runs. */
export function runsText(runs: readonly InlineRun[]): string {
  return runs
    .map((run) => run.text)
    .join("")
    .trim();
}

/** Where tidied runs link to, for an element's metadata; undefined without links. */
export function runsLinks(
  runs: readonly InlineRun[],
): { link_urls: string[]; link_texts: string[] } | undefined {
  const links: { href: string; text: string }[] = [];
  let open: string | undefined;
  for (const { href, text } of runs) {
    const last = links.at(-1);
    if (href && href === open && last) last.text += text;
    else if (href) links.push({ href, text });
    open = href;
  }
  if (links.length === 0) return undefined;
  return { link_urls: links.map((link) => link.href), link_texts: links.map((link) => link.text.trim()) };
}

const maxAddressLength = 2000;

/** The address if it may stand in output: web, mail, phone or relative; never a script or inline data. */
export function linkTarget(address: string | undefined): string | undefined {
  const target = address
    ?.trim()
    .replace(/\s/g, "%20")
    .replace(/\p{Cc}/gu, "");
  if (!target || target.length > maxAddressLength) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(target)?.[1]?.toLowerCase();
  if (scheme && !["http", "https", "mailto", "tel", "ftp", "ftps"].includes(scheme)) return undefined;
  return target.replace(/[()<>]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
