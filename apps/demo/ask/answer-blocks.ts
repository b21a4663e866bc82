export type Block = { kind: "paragraph" | "item"; text: string };

const bullet = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/;

/** An answer in paragraphs (an empty line between them) and list items (lines that begin with a dash or a number). */
export function answerBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of text.split("\n")) {
    if (line.trim() === "") open = undefined;
    else if (open && !bullet.test(line)) open.text += `\n${line}`;
    else {
      open = bullet.test(line)
        ? { kind: "item", text: line.replace(bullet, "") }
        : { kind: "paragraph", text: line.trimStart() };
      blocks.push(open);
    }
  }
  return blocks;
}

/**
 * Cuts the words before a figure in two: what went before, and the sentence the figure vouches for. `words` may end in the
 * middle of that sentence; when it ends with a sentence done, nothing of it is vouched for.
 */
export function splitSupported(words: string): [before: string, sentence: string] {
  if (/[.!?…。！？]["”’»)\]]*\s+$/u.test(words)) return [words, ""];
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(words)];
  const start = sentences.at(-1)?.index ?? 0;
  const space = words.slice(start).search(/\S|$/);
  return [words.slice(0, start + space), words.slice(start + space)];
}
