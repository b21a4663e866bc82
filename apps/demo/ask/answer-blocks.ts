export type Block = { kind: "paragraph" | "item"; text: string };

const bullet = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/;

/**
 * Splits an answer into paragraphs (separated by an empty line) and list items (lines that begin with a dash or a
 * number).
 */
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
 * Splits the words before a figure in two: earlier text, and the sentence that the figure supports. `words` may end in
 * the middle of that sentence. When it ends with a complete sentence, the second part is empty.
 */
export function splitSupported(words: string): [before: string, sentence: string] {
  if (/[.!?…。！？]["”’»)\]]*\s+$/u.test(words)) return [words, ""];
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(words)];
  const start = sentences.at(-1)?.index ?? 0;
  const space = words.slice(start).search(/\S|$/);
  return [words.slice(0, start + space), words.slice(start + space)];
}
