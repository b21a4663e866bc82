import { equationText } from "../../markup/equation-field.ts";
import { type InlineRun, linkTarget } from "../../markup/inline.ts";
import { raisedText } from "../../markup/power.ts";
import { symbolText } from "../../markup/symbol-fonts.ts";
import { paragraphsOf, type rtfBlocks } from "./rtf-blocks.ts";
import { decodePage } from "./rtf-charset.ts";
import { createFonts } from "./rtf-fonts.ts";
import { createFormFields } from "./rtf-form-fields.ts";
import { createRowReader } from "./rtf-row.ts";
import { applyFormat, initialState, type State } from "./rtf-state.ts";
import type { RtfToken } from "./rtf-tokens.ts";
import { type Destination, destinations, skipped, symbols } from "./rtf-vocabulary.ts";

const maxDepth = 2_000;
/** Texts that are gathered beside the body. */
const asides: ReadonlySet<Destination> = new Set(["header", "footer", "note", "comment", "box"]);

/** Reads tokens of RTF into blocks, with what each group inherits from the one around it. */
export function createRtfReader(blocks: ReturnType<typeof rtfBlocks>) {
  const stack: State[] = [];
  let state = initialState();
  const fonts = createFonts();
  const form = createFormFields();
  const rows = createRowReader();
  const headings = new Map<number, number>();
  let documentPage = 1252;
  let bytes: number[] = [];
  let runs: InlineRun[] = [];
  let aside: InlineRun[] = [];
  /** Paragraphs of text boxes. They come after the paragraph that holds their boxes. */
  let boxes: InlineRun[][] = [];
  let marker: string | undefined;
  let instruction = "";
  let styleName = "";
  let style = 0;
  let toSkip = 0;
  let notes = 0;
  let ignorable = false;
  let depthBeyond = 0;
  let paragraph = { inTable: false, level: undefined as number | undefined, depth: 0 };

  const flush = () => {
    if (bytes.length === 0) return;
    const text = state.symbols ? String.fromCharCode(...bytes) : decodePage(bytes, state.page);
    bytes = [];
    put(text);
  };
  const put = (stored: string) => {
    if (state.hidden || stored === "") return;
    const text = state.symbols ? symbolText(stored, state.symbols) : stored;
    const run: InlineRun = {
      text,
      bold: state.bold,
      italic: state.italic,
      strike: state.strike,
      href: state.href,
    };
    if (asides.has(state.destination)) aside.push(run);
    switch (state.destination) {
      case "body":
        runs.push(state.raised ? { ...run, text: raisedText(text, runs.at(-1)?.text ?? "") } : run);
        return;
      case "marker":
        marker = `${marker ?? ""}${text}`;
        return;
      case "instruction":
        instruction += text;
        return;
      case "styles":
        styleName += text;
        return;
      case "fonts":
        fonts.name(text);
        return;
      case "choice":
        form.choose(text);
        return;
      default:
    }
  };
  const endParagraph = () => {
    flush();
    if (state.destination === "body") {
      blocks.paragraph(runs, {
        ...paragraph,
        marker: marker?.trim() || undefined,
      });
      runs = [];
      marker = undefined;
      for (const box of boxes) blocks.paragraph(box, { ...paragraph, level: undefined, marker: undefined });
      boxes = [];
    } else aside.push({ text: "\n" });
  };
  const close = (ended: State) => {
    const { destination } = ended;
    if (destination === state.destination) return;
    if (destination === "header" || destination === "footer")
      blocks.margin(destination === "header" ? "Header" : "Footer", aside);
    if (destination === "note") {
      notes += 1;
      runs.push({ text: "", markdown: `[^${notes}]` });
      blocks.note(aside, String(notes));
    }
    if (destination === "comment") blocks.comment(aside);
    if (destination === "box") boxes.push(...paragraphsOf(aside));
    if (asides.has(destination)) aside = [];
    if (destination === "instruction") {
      // These fields have no result.
      put(form.shown() + equationText(instruction));
      state.href = linkTarget(/^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1]) ?? state.href;
      instruction = "";
    }
  };

  const word = (name: string, value: number | undefined) => {
    const wasIgnorable = ignorable;
    ignorable = false;
    const destination = destinations.get(name);
    if (skipped.has(name) || (wasIgnorable && destination === undefined && name !== "shppict")) {
      state.destination = "skip";
      return;
    }
    if (destination !== undefined) {
      state.destination = destination;
      if (destination === "marker") marker = "";
      if (destination === "form") form.open();
      if (destination === "choice") form.choice();
      return;
    }
    if (applyFormat(state, name, value)) return;
    switch (name) {
      case "ansicpg":
      case "mac":
        documentPage = name === "mac" ? 10000 : (value ?? 1252);
        state.page = documentPage;
        return;
      case "f":
        if (state.destination === "fonts") fonts.start(value ?? 0);
        else {
          const font = fonts.of(value ?? 0);
          state.page = font.page ?? documentPage;
          state.symbols = font.symbols;
        }
        return;
      case "fcharset":
        if (state.destination === "fonts") fonts.charset(value);
        return;
      case "s":
        style = value ?? 0;
        if (state.destination === "body") paragraph.level = headings.get(style) ?? paragraph.level;
        return;
      case "pard":
        // The text of a list's number has a paragraph format of its own.
        if (state.destination === "body") paragraph = { inTable: false, level: undefined, depth: 0 };
        return;
      case "intbl":
        paragraph.inTable = true;
        return;
      case "ilvl":
        paragraph.depth = Math.min(Math.max(value ?? 0, 0), 8);
        return;
      case "outlinelevel":
        if (state.destination === "body" && (value ?? 9) < 9) paragraph.level = (value ?? 0) + 1;
        return;
      case "par":
      case "sect":
        endParagraph();
        return;
      case "cell":
      case "nestcell":
        paragraph.inTable = true;
        endParagraph();
        if (name === "cell") blocks.endCell();
        return;
      case "row":
        blocks.endRow(rows.row());
        return;
      case "page":
        if (state.destination === "body") blocks.nextPage();
        return;
      case "u":
        put(String.fromCharCode(((value ?? 0) + 65_536) % 65_536));
        toSkip = state.fallback;
        return;
      default: {
        if (form.takes(name, value) || rows.take(name, value)) return;
        const symbol = symbols.get(name);
        if (symbol !== undefined) put(symbol);
      }
    }
  };

  return {
    take(token: RtfToken): void {
      if (token.kind !== "text" && token.kind !== "byte") flush();
      switch (token.kind) {
        case "open":
          if (stack.length >= maxDepth) depthBeyond += 1;
          else {
            stack.push(state);
            state = { ...state };
          }
          ignorable = false;
          return;
        case "close": {
          if (depthBeyond > 0) {
            depthBeyond -= 1;
            return;
          }
          if (state.destination === "styles") {
            const level =
              /^\s*heading (\d)/i.exec(styleName)?.[1] ??
              (/^\s*title\s*;/i.test(styleName) ? "1" : undefined);
            if (level !== undefined) headings.set(style, Number(level));
            styleName = "";
          }
          if (state.destination === "fonts") fonts.end();
          const ended = state;
          state = stack.pop() ?? state;
          close(ended);
          return;
        }
        case "word":
          word(token.name, token.value);
          return;
        case "symbol":
          if (token.name === "*") ignorable = true;
          else if (token.name === "~") put(" ");
          else if (token.name === "_") put("-");
          else if (token.name === "\n" || token.name === "\r") endParagraph();
          else if ("\\{}".includes(token.name)) put(token.name);
          return;
        case "byte":
          if (toSkip > 0) toSkip -= 1;
          else if (state.destination !== "skip") bytes.push(token.value);
          return;
        default: {
          const text = token.text.slice(toSkip);
          toSkip = Math.max(toSkip - token.text.length, 0);
          if (state.destination === "skip" || state.destination === "form") return;
          for (let index = 0; index < text.length; index += 1) bytes.push(text.charCodeAt(index));
        }
      }
    },
    finish(): void {
      flush();
      state.destination = "body";
      if (runs.length + boxes.length > 0) endParagraph();
    },
  };
}
