import type { InlineRun } from "./inline.ts";

type Marker = { mark: string; on: (run: InlineRun) => boolean };

const MARKERS: Marker[] = [
  { mark: "**", on: (run) => Boolean(run.bold) },
  { mark: "*", on: (run) => Boolean(run.italic) },
  { mark: "~~", on: (run) => Boolean(run.strike) },
];

/**
 * Writes tidied runs as inline Markdown. Markers stand directly beside the words, as CommonMark requires. Text that
 * would read as markup is escaped. Line breaks stay line feeds.
 */
export function runsMarkdown(runs: readonly InlineRun[]): string {
  let output = "";
  let open: Marker[] = [];
  let href: string | undefined;
  let gap = "";
  const close = (keep: number) => {
    for (const marker of open.slice(keep).reverse()) output += marker.mark;
    open = open.slice(0, keep);
  };
  for (const run of runs) {
    const core = run.markdown ?? run.text.trim();
    const [before, after] = run.markdown === undefined ? outerSpaces(run.text) : ["", ""];
    if (core === "") {
      gap += before;
      continue;
    }
    // A link that continues keeps its brackets open. Styles inside it open and close inside the brackets.
    if (run.href !== href) {
      close(0);
      if (href) output += `](${href})`;
    }
    const wanted = run.markdown === undefined ? MARKERS.filter((marker) => marker.on(run)) : [];
    const kept = open.findIndex((marker, index) => marker !== wanted[index]);
    close(kept === -1 ? open.length : kept);
    output += gap + before;
    gap = after;
    if (run.href && run.href !== href) output += "[";
    href = run.href;
    for (const marker of wanted.slice(open.length)) {
      output += marker.mark;
      open.push(marker);
    }
    if (run.markdown !== undefined) output += run.markdown;
    else output += run.code ? codeSpan(core) : escapeMarkdown(core);
  }
  close(0);
  if (href) output += `](${href})`;
  return (output + gap).trim();
}

function outerSpaces(text: string): [string, string] {
  const start = text.length - text.trimStart().length;
  if (start === text.length) return [text, ""];
  return [text.slice(0, start), text.slice(text.trimEnd().length)];
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const inner = text.replace(/\n/g, " ");
  return longest > 0 ? `${fence} ${inner} ${fence}` : `${fence}${inner}${fence}`;
}

// Matches up to a closing bracket, and shows whether an address follows it. Every match takes the whole run, so a text
// full of brackets is read once.
const BRACKETED = /[^\]\n]+(\]\()?/g;

/**
 * Plain text as Markdown within a line. Escapes only the characters that would change the meaning: most punctuation in
 * prose is harmless. Line starts are for `escapeLineStarts`.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/~~/g, "\\~\\~")
    .replace(/<(?=[a-z/!?])/gi, "\\<")
    .replace(BRACKETED, (run, link: string | undefined) => (link ? run.replace(/\[/g, "\\[") : run))
    .replace(/&(?=#?\w+;)/g, "\\&");
}

/** Escapes line starts that would turn a paragraph into a heading, list, quote or rule. */
export function escapeLineStarts(markdown: string): string {
  return markdown
    .replace(/^(#{1,6}|[-+]|>)(?=\s|$)/gm, "\\$1")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/gm, "$1\\$2")
    .replace(/^([-=]{2,}|_{3,})(?=\s*$)/gm, "\\$1");
}
