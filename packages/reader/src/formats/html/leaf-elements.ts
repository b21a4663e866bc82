import { codeBlock } from "../../markup/blocks.ts";
import type { ImageAllowance } from "../../markup/embedded-image.ts";
import { type InlineStyle, linkTarget, runsText, tidyRuns } from "../../markup/inline.ts";
import { cleanText } from "../../markup/plain-text.ts";
import { looksLikeCode } from "../text/code-lines.ts";
import { lineBlocks } from "../text/parse-text.ts";
import { textElements } from "../text/text-elements.ts";
import type { BlockContext, BlockWriter } from "./block-writer.ts";
import { drawnTexts } from "./drawn-text.ts";
import { fieldText, isBox } from "./form-field.ts";
import { attribute, findElement, type HtmlElement, textContent } from "./html-tree.ts";
import { isHidden } from "./vocabulary.ts";

type Target = { writer: BlockWriter; keepImage: ImageAllowance; inCell: boolean };

const minProseLength = 600;

/** Adds a preformatted block. It becomes code, or text when its content is prose. */
export function preformatted(node: HtmlElement, context: BlockContext, { writer }: Target): void {
  const text = textContent(node, isLineNumber).replace(/\r\n?/g, "\n");
  const code = findElement(node, ({ tagName }) => ["code", "samp", "kbd"].includes(tagName));
  const language = languageOf(node) ?? (code && languageOf(code));
  // Some old pages, laws and mail archives are one long <pre>. That is text, not code.
  if (!code && !language && text.length > minProseLength && !looksLikeCode(text.split("\n"))) {
    for (const element of textElements(lineBlocks(text, 1))) writer.add(element);
    return;
  }
  writer.add(
    codeBlock(cleanText(text), language, {
      pageNumber: 1,
      metadata: context.region && { region: context.region },
    }),
  );
}

/** A number that programs put before each line of code, in a margin. */
const isLineNumber = (element: HtmlElement): boolean =>
  /(?:^|\s)(?:ln|lnt|linenos?|line-?no|line-?numbers?|hljs-ln-n)(?:\s|$)/i.test(
    attribute(element, "class") ?? "",
  ) && /^\s*\d+\s*$/.test(textContent(element));

function languageOf(node: HtmlElement): string | undefined {
  return /(?:^|\s)(?:language|lang|highlight-source|brush:|sourceCode)[-:\s]\s*([\w+#.-]+)/i
    .exec(attribute(node, "class") ?? "")?.[1]
    ?.toLowerCase();
}

/** Stores a picture, to be added after the text around it. Inside a cell its description becomes part of the text. */
export function picture(
  node: HtmlElement,
  context: BlockContext,
  { writer, keepImage, inCell }: Target,
): void {
  const image = node.tagName === "img" ? node : findElement(node, ({ tagName }) => tagName === "img");
  if (
    !image ||
    isHidden(image) ||
    [attribute(image, "width"), attribute(image, "height")].some((size) => size === "1" || size === "0")
  )
    return;
  const source = attribute(image, "src") ?? "";
  const data = /^data:image\/(?:png|jpe?g);base64,([\s\S]+)$/i.exec(source)?.[1];
  const description = cleanText(attribute(image, "alt")?.trim() || attribute(image, "title")?.trim() || "");
  const imageBase64 = data ? keepImage(Buffer.from(data, "base64")) : undefined;
  if (inCell && !imageBase64) {
    writer.push({ text: description });
    return;
  }
  if (context.heading !== undefined && runsText(tidyRuns(writer.gathered())) === "" && description)
    writer.push({ text: description });
  writer.picture({
    description,
    imageBase64,
    address: source.startsWith("data:") ? undefined : linkTarget(source),
  });
}

/** Adds the text that a form field shows, after a colon when a label is before it. */
export function field(node: HtmlElement, style: InlineStyle, writer: BlockWriter): void {
  const text = fieldText(node);
  if (text === "") return;
  const before = writer
    .gathered()
    .map((run) => run.text)
    .join("");
  if (isBox(node)) {
    writer.push({ ...style, text: /[\p{L}\p{N}]$/u.test(before) ? ` ${text}` : text });
    return;
  }
  const labelled = /[\p{L}\p{N})]\s*$/u.test(before);
  if (labelled) writer.trimEnd();
  writer.push({ ...style, text: `${labelled ? ": " : " "}${text} ` });
}

/** MathJax stores formulas in scripts. */
export function texScript(node: HtmlElement, { writer }: Target): void {
  const text = textContent(node).replace(/\s+/g, " ").trim();
  if (text) writer.push({ text: ` ${text} `, markdown: `$${text}$` });
}

/** One label is part of the text around it, like an icon. Several are a block of lines. */
export function drawing(
  node: HtmlElement,
  style: InlineStyle,
  context: BlockContext,
  { writer, inCell }: Target,
): void {
  const labels = drawnTexts(node);
  if (labels.length === 0) return;
  const isBlock = labels.length > 1 && !inCell && context.heading === undefined;
  if (isBlock) writer.flush(context);
  writer.push({ ...style, text: isBlock ? labels.join("\n") : ` ${labels.join(" ")} ` });
  if (isBlock) writer.flush(context);
}
