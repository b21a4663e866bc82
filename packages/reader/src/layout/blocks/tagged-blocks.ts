import { linesOfWords } from "../lines/page-lines.ts";
import type { TableBlock } from "../lines/table-block.ts";
import { rowsOfLines } from "../lines/text-rows.ts";
import { isMostlyRightToLeft } from "../page/bidirectional-order.ts";
import { around, type Box } from "../page/box.ts";
import { type Line, makeLine } from "../page/line.ts";
import type { Word } from "../page/page.ts";
import { isTaggedText, type TaggedPage, type TaggedText } from "../tagged/tagged-page.ts";
import { type Block, blocksOfRegion, makeBlock, type TextBlock } from "./blocks.ts";

/** A heading is not longer, whatever its tag says. */
const maxTitleLength = 300;
const maxTitleLines = 6;
/** Lines of one text that are further apart (in font sizes), or differ more in size, are several texts. */
const maxPitch = 2.4;
const maxSizeRatio = 1.2;
/** Tags around single lines: so many in a row, and so many of them as long as their column, are one text. */
const minWrapped = 3;
const minFullLines = 0.6;

/**
 * The blocks of a tagged page in the order of its tree. `tables` are those that its lines or alignment show where the
 * tree has plain texts; `taken`: words of margins.
 */
export function taggedBlocks(
  { parts }: TaggedPage,
  tables: readonly TableBlock[],
  taken: ReadonlySet<Word>,
): Block[] {
  const tableOf = new Map(
    tables.flatMap((table) =>
      table.rows.flat().flatMap((cell) => cell.words.map((word) => [word, table] as const)),
    ),
  );
  const isRightToLeftPage = isMostlyRightToLeft(
    parts.flatMap((part) =>
      isTaggedText(part) ? part.words : part.rows.flat().flatMap(({ words }) => words),
    ),
  );
  const blocks: Block[] = [];
  const given = new Set<TableBlock>();
  let run: { role: TaggedText["role"]; lines: Line[] }[] = [];
  const finish = () => {
    blocks.push(...blocksOfRun(run));
    run = [];
  };
  for (const part of parts) {
    if (!isTaggedText(part)) {
      finish();
      blocks.push(part);
      continue;
    }
    const words: Word[] = [];
    for (const word of part.words) {
      const table = tableOf.get(word);
      if (!table) {
        if (!taken.has(word)) words.push(word);
      } else if (!given.has(table)) {
        finish();
        given.add(table);
        blocks.push(table);
      }
    }
    if (words.length === 0) continue;
    for (const lines of stretches(words, isRightToLeftPage)) {
      const isLine = part.role.kind === "paragraph" && lines.length === 1;
      if (!isLine || !goesOn(run.at(-1)?.lines[0], lines[0])) finish();
      if (isLine) run.push({ role: part.role, lines });
      else blocks.push(...blocksOfText(part.role, lines));
    }
  }
  finish();
  return [...blocks, ...tables.filter((table) => !given.has(table))];
}

const goesOn = (before: Line | undefined, line: Line | undefined): boolean =>
  before === undefined ||
  (line !== undefined &&
    line.baseline > before.baseline &&
    line.baseline - before.baseline < 1.9 * line.size &&
    Math.abs(line.size - before.size) < 0.5 &&
    line.bold === before.bold);

/** Single lines with a tag each. Where they fill their column or are code, a program has tagged lines and no texts. */
function blocksOfRun(run: readonly { role: TaggedText["role"]; lines: Line[] }[]): Block[] {
  const lines = run.flatMap((one) => one.lines);
  const box = around(lines);
  const full = lines.slice(0, -1).filter((line) => line.right > box.right - 0.15 * (box.right - box.left));
  const isWrapped = lines.length >= minWrapped && full.length >= minFullLines * (lines.length - 1);
  const isCode = lines.length >= 2 && lines.every((line) => line.monospaced);
  if (!isWrapped && !isCode) return run.flatMap((one) => blocksOfText(one.role, one.lines));
  return withRole(blocksOfRegion({ ...box, atoms: lines }), { kind: "paragraph" });
}

const withRole = (blocks: readonly Block[], role: TaggedText["role"]): Block[] =>
  blocks.map((block) => ("lines" in block ? { ...block, role } : block));

function blocksOfText(role: TaggedText["role"], lines: Line[]): Block[] {
  const box: Box = around(lines);
  if (role.kind === "code") return [{ ...makeBlock(lines, box), role }];
  if (role.kind === "paragraph" && !isOneText(lines))
    return withRole(blocksOfRegion({ ...box, atoms: lines }), role);
  const block: TextBlock = makeBlock(lines, box);
  const length = lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  const isLong = length > maxTitleLength || lines.length > maxTitleLines;
  return [{ ...block, role: role.kind === "title" && isLong ? { kind: "paragraph" } : role }];
}

function isOneText(lines: readonly Line[]): boolean {
  const sizes = lines.filter(({ text }) => text.length > 2).map(({ size }) => size);
  if (Math.max(...sizes) > maxSizeRatio * Math.min(...sizes)) return false;
  return lines.every((line, index) => {
    const before = lines[index - 1];
    return !before || line.baseline - before.baseline < maxPitch * Math.max(line.size, before.size);
  });
}

/** The lines of a text in its own order, divided where it goes on in the next column. */
function stretches(words: readonly Word[], isRightToLeftPage: boolean): Line[][] {
  const place = new Map(words.map((word, index) => [word, index]));
  const first = (line: Line) => Math.min(...line.words.map((word) => place.get(word) ?? 0));
  const lines = linesOfWords(words, isRightToLeftPage)
    .map((line) => ({ line, at: first(line) }))
    .sort((a, b) => a.at - b.at);
  const found: Line[][] = [];
  for (const { line } of lines) {
    const open = found.at(-1);
    const before = open?.at(-1);
    if (open && before && line.baseline > before.baseline - 0.8 * Math.max(line.size, before.size))
      open.push(line);
    else found.push([line]);
  }
  // Wide gaps, as in code, part a row but not its text.
  return found.map((stretch) =>
    rowsOfLines(stretch).map(({ lines: row }) =>
      row.length === 1
        ? (row[0] as Line)
        : makeLine(
            row.flatMap((line) => line.words),
            { isRightToLeftPage },
          ),
    ),
  );
}
