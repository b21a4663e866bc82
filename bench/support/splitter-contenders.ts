import {
  CharacterTextSplitter,
  MarkdownTextSplitter,
  RecursiveCharacterTextSplitter,
  type TextSplitter,
  TokenTextSplitter,
} from "@langchain/textsplitters";
import { getEncoding } from "js-tiktoken";
import type { Chunk } from "../../packages/server/src/chunks/chunk.ts";
import { chunkElements } from "../../packages/server/src/chunks/chunkers/chunk-elements.ts";
import type { FlowChunking } from "../../packages/server/src/chunks/chunking-config.ts";
import { splitterRules } from "../../packages/server/src/chunks/chunking-config.ts";
import type { Element } from "../../packages/server/src/elements/element.ts";
import { estimateTokens } from "../../packages/server/src/models/estimate-tokens.ts";
import type { ExcerptDocument, Span } from "../corpora/excerpt-documents.ts";

/** A chunk with its place in the text that was cut. */
export type CutChunk = Span & { title: string; text: string };

/** In characters. */
export type Lengths = { size: number; overlap: number };

/** The splitters of langchain that JavaScript has; `semantic` and `element` have no equal there. */
export const langchainSplitters = ["recursive", "character", "markdown", "token"] as const;
export type LangchainSplitter = (typeof langchainSplitters)[number];

/** Characters for one token of the token splitters, so that a size in tokens stands for about as many characters. */
const charactersPerToken = 4;

const encoding = getEncoding("cl100k_base");

export const cutByLangchain = async (
  name: LangchainSplitter,
  text: string,
  lengths: Lengths,
): Promise<CutChunk[]> => located(text, await createLangchain(name, lengths).splitText(text));

/** Our chunks of elements. `token` gets as many of our tokens as the text has for so many tokens of langchain's. */
export async function cutByOurs(
  splitter: FlowChunking["splitter"],
  { elements, text }: Pick<ExcerptDocument, "text"> & { elements: Element[] },
  lengths: Lengths,
): Promise<CutChunk[]> {
  const part = splitter === "token" ? tokenRatio(text) / charactersPerToken : 1;
  const chunking = {
    rules: splitterRules,
    splitter,
    size: Math.round(lengths.size * part),
    overlap: Math.round(lengths.overlap * part),
    without: [],
  } satisfies FlowChunking;
  const chunks: Chunk[] = [];
  for await (const batch of chunkElements([elements], chunking)) chunks.push(...batch);
  return chunks.map(({ charStart = 0, charEnd = 0, ...chunk }) => ({
    ...chunk,
    start: charStart,
    end: charEnd,
  }));
}

/** Our tokens for one of langchain's: we count rather too many. */
const ratios = new Map<string, number>();
function tokenRatio(text: string): number {
  const sample = text.slice(0, 100_000);
  const ratio = ratios.get(sample) ?? estimateTokens(sample) / encoding.encode(sample).length;
  ratios.set(sample, ratio);
  return ratio;
}

function createLangchain(name: LangchainSplitter, { size, overlap }: Lengths): TextSplitter {
  const lengths = { chunkSize: size, chunkOverlap: overlap };
  switch (name) {
    case "recursive":
      return new RecursiveCharacterTextSplitter(lengths);
    case "character":
      return new CharacterTextSplitter({ separator: "\n\n", ...lengths });
    case "markdown":
      return new MarkdownTextSplitter(lengths);
    case "token": {
      const inTokens = {
        chunkSize: Math.round(size / charactersPerToken),
        chunkOverlap: Math.round(overlap / charactersPerToken),
      };
      const splitter = new TokenTextSplitter({ encodingName: "cl100k_base", ...inTokens });
      // It would fetch the encoding from the web.
      return Object.assign(splitter, { tokenizer: encoding });
    }
  }
}

/** Where chunks stand that are slices of a text, in order. A chunk that is no slice of it is left out. */
function located(text: string, parts: string[]): CutChunk[] {
  let from = 0;
  return parts.flatMap((part) => {
    const start = text.indexOf(part, from);
    if (start < 0) return [];
    from = start + 1;
    return [{ start, end: start + part.length, title: "", text: part }];
  });
}
