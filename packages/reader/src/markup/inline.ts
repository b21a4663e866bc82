import { cleanText } from "./plain-text.ts";

export type InlineStyle = {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  strike?: boolean | undefined;
  code?: boolean | undefined;
  /** The address that the text links to. `linkTarget` says which addresses are accepted. */
  href?: string | undefined;
};

/** A piece of text in one style. A line feed is a line break that the author set. */
export type InlineRun = InlineStyle & {
  text: string;
  /** Replaces the styled text in the Markdown: `$x^2$` for a formula, `[^1]` for a note. */
  markdown?: string | undefined;
};

const SPACE = /[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;

/**
 * Cleans runs. The text becomes NFC. Spaces in a row become one, also across runs. Spaces around line breaks and tabs
 * and at the ends are removed. Neighbours of one style are joined.
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
    // The Markdown of a run can't hold the space before the run.
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

/** The links of tidied runs, for an element's metadata. Undefined without links. */
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

/**
 * The address, when it may be in output: web, mail, phone or relative. Scripts and inline data are never allowed.
 */
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
