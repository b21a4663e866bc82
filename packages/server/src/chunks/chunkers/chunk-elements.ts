import type { Element } from "../../elements/element.ts";
import type { Chunk } from "../chunk.ts";
import type { FlowChunking } from "../chunking-config.ts";
import { createPassageReader } from "./passages.ts";
import type { Splitter } from "./splitter.ts";
import { splitByCharacter } from "./splitters/character.ts";
import { splitByElement } from "./splitters/element.ts";
import { type EmbedTexts, splitBySemantics } from "./splitters/semantic.ts";
import { splitByTitle } from "./splitters/title.ts";
import { splitByToken } from "./splitters/token.ts";
import { createStretch } from "./stretch.ts";

/**
 * Cuts a version into the chunks of a flow. They come in order, in batches, and are the same in whatever parts the
 * elements come; only their ids are new each time. The text of a chunk is a slice of the version's text
 * (`createPassageReader`); all of that is in some chunk but for white space between chunks. No chunk is longer than
 * configured, unless it is a single character as people see it; none begins or ends inside one.
 *
 * @param embed - Makes the vectors that `semantic` compares; without it, that compares words.
 */
export async function* chunkElements(
  elements: AsyncIterable<Element[]> | Iterable<Element[]>,
  chunking: FlowChunking,
  embed?: EmbedTexts,
): AsyncGenerator<Chunk[]> {
  const { size, overlap, without } = chunking;
  if (!(size >= 1 && overlap >= 0 && overlap < size))
    throw new RangeError(`Chunk lengths need 0 ≤ overlap < size, got ${overlap}, ${size}`);
  const splitter = createSplitter(chunking, embed);
  const reader = createPassageReader(without);
  const start = () => createStretch(splitter, { size, overlap });
  let stretch = start();
  let position = 0;
  const numbered = (chunks: Omit<Chunk, "position">[]): Chunk[] =>
    chunks.map((chunk) => ({ ...chunk, position: position++ }));

  for await (const batch of elements) {
    const ready: Chunk[] = [];
    for (const element of batch) {
      const passage = reader.add(element);
      if (!passage) continue;
      if (splitter.begins?.(passage)) {
        ready.push(...numbered(await stretch.cut(true)));
        stretch = start();
      }
      stretch.add(passage);
      if (stretch.isFull()) ready.push(...numbered(await stretch.cut(false)));
    }
    if (ready.length > 0) yield ready;
  }
  const rest = numbered(await stretch.cut(true));
  if (rest.length > 0) yield rest;
}

function createSplitter(chunking: FlowChunking, embed: EmbedTexts | undefined): Splitter {
  const { splitter, size, separator = "\n\n", level = 0 } = chunking;
  switch (splitter) {
    case "character":
      return splitByCharacter(separator);
    case "token":
      return splitByToken();
    case "semantic":
      return splitBySemantics(embed);
    case "title":
      return splitByTitle(level);
    case "element":
      return splitByElement(size);
  }
}
