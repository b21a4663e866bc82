import type { ParsedElement } from "../../element.ts";
import {
  formulaBlock,
  type ImageSource,
  imageBlock,
  type ListMarker,
  listItemBlock,
  onlyFormula,
  paragraphBlock,
  titleBlock,
} from "../../markup/blocks.ts";
import { type InlineRun, runsText, tidyRuns } from "../../markup/inline.ts";
import type { Region } from "./vocabulary.ts";

/** The kind of element that the collected text will become. */
export type BlockContext = {
  /** Level of the heading that the text is in. */
  heading?: number | undefined;
  /** The list item that the text is in. The first block of an item is the item; later blocks are paragraphs. */
  list?: (ListMarker & { written: boolean }) | undefined;
  /** Number of lists around the text. */
  listDepth: number;
  caption: boolean;
  quoted: number;
  region?: Region | undefined;
  /** Whether the text is inside an article or the like. Its header and footer are then content. */
  inSection: boolean;
};

export type BlockWriter = ReturnType<typeof createBlockWriter>;

/** Collects runs of inline content and turns them into elements at block boundaries. */
export function createBlockWriter(options: { hasHeadings: boolean }) {
  const elements: ParsedElement[] = [];
  let runs: InlineRun[] = [];
  let images: ImageSource[] = [];
  let term: InlineRun[] = [];
  let termContext: BlockContext | undefined;
  let links: InlineRun[][] | undefined;
  const page = { pageNumber: 1 };

  const add = (element: ParsedElement | undefined) => {
    if (element) elements.push(element);
  };

  /** Ends the block. The collected text becomes an element. */
  const flush = (context: BlockContext) => {
    const tidy = tidyRuns(withTerm(runs));
    // A box without a label is part of the page's controls, such as the switch of a menu.
    const gathered = /^[☐☒○●\s]*$/.test(runsText(tidy)) ? [] : tidy;
    runs = [];
    if (gathered.length > 0 && links) links.push(gathered);
    else if (gathered.length > 0) add(blockOf(gathered, context, options.hasHeadings));
    const pictures = images;
    images = [];
    for (const image of pictures) add(imageBlock(image, { ...page, metadata: regionMetadata(context) }));
  };

  const withTerm = (definition: InlineRun[]): InlineRun[] => {
    if (term.length === 0 || runsText(tidyRuns(definition)) === "") return definition;
    const label = tidyRuns(term);
    term = [];
    const colon = /[:?!.]$/.test(runsText(label)) ? " " : ": ";
    return [...label.map((run) => ({ ...run, bold: true })), { text: colon }, ...definition];
  };

  return {
    elements,
    add,
    flush,
    push: (run: InlineRun) => void runs.push(run),
    picture: (image: ImageSource) => void images.push(image),
    /** Removes the space at the end of the collected text, when the next text must follow without a space. */
    trimEnd() {
      while (runs.at(-1)?.text.trim() === "") runs.pop();
      const last = runs.pop();
      if (last) runs.push({ ...last, text: last.text.trimEnd() });
    },
    /** The runs collected since the last block ended. */
    gathered: (): readonly InlineRun[] => runs,
    /** Stores the collected text as a term that will be before its definition. */
    holdTerm(context: BlockContext) {
      this.releaseTerm();
      term = runs;
      termContext = context;
      runs = [];
    },
    /** A term without a definition stands alone. */
    releaseTerm() {
      const alone = term;
      term = [];
      if (alone.length === 0 || !termContext) return;
      const after = runs;
      runs = alone;
      flush(termContext);
      runs = after;
    },
    /** Blocks between these two calls become the entries of one navigation block. */
    startLinks(): boolean {
      if (links) return false;
      links = [];
      return true;
    },
    endLinks(context: BlockContext, type: "Header" | "Footer") {
      const entries = links ?? [];
      links = undefined;
      const joined = entries.flatMap((entry, index) => (index > 0 ? [{ text: " | " }, ...entry] : entry));
      add(paragraphBlock(joined, { ...page, type, metadata: regionMetadata(context) }));
    },
  };
}

function regionMetadata({ region }: BlockContext): Record<string, unknown> | undefined {
  return region ? { region } : undefined;
}

function blockOf(runs: InlineRun[], context: BlockContext, hasHeadings: boolean): ParsedElement | undefined {
  const options = { pageNumber: 1, metadata: regionMetadata(context) };
  const text = runsText(runs);
  const inMargin =
    context.region === "footer" ? "Footer" : context.region === "header" ? "Header" : undefined;
  if (context.heading !== undefined && inMargin !== "Footer")
    return titleBlock(runs, context.heading, options);
  if (inMargin) return paragraphBlock(runs, { ...options, type: inMargin });
  if (context.caption) return paragraphBlock(runs, { ...options, type: "FigureCaption" });
  const tex = /^(?:\$\$([\s\S]+)\$\$|\\\[([\s\S]+)\\\])$/.exec(text);
  if (tex)
    return formulaBlock(tex[1] ?? tex[2] ?? "", (tex[1] ?? tex[2] ?? "").replace(/\s+/g, " "), options);
  const formula = onlyFormula(runs, options);
  if (formula) return formula;
  if (context.list && !context.list.written) {
    context.list.written = true;
    return listItemBlock(runs, context.list, options);
  }
  if (!hasHeadings && !context.list && context.quoted === 0 && looksLikeHeading(runs, text)) {
    return titleBlock(
      runs.map((run) => ({ ...run, bold: false })),
      3,
      options,
    );
  }
  return paragraphBlock(runs, { ...options, quoted: context.quoted });
}

const maxHeadingWords = 14;
const maxHeadingLength = 120;

/**
 * Whether a text is a heading in a page with almost no heading tags: a short line, all bold, that is not a sentence.
 */
function looksLikeHeading(runs: readonly InlineRun[], text: string): boolean {
  const bold = runs.every((run) => run.bold || run.text.trim() === "");
  return (
    bold &&
    text.length <= maxHeadingLength &&
    /\p{L}{2}/u.test(text) &&
    !/[.,;]$|\n/.test(text) &&
    text.split(/\s+/).length <= maxHeadingWords
  );
}
