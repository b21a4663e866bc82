import { decodeText } from "../../charset/charset.ts";
import { withCharset } from "../../charset/charset-metadata.ts";
import type { ParsedElement } from "../../element.ts";
import { imageAllowance } from "../../markup/embedded-image.ts";
import { cleanText, collapseSpaces } from "../../markup/plain-text.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput, WebPage } from "../../parser.ts";
import { refuseBinary } from "../text/refuse-binary.ts";
import { hideBySheets } from "./hide-by-sheets.ts";
import { attribute, findElement, parseHtmlTree, textContent } from "./html-tree.ts";
import { placeLateContent } from "./late-content.ts";
import { makeRoleTables } from "./role-tables.ts";
import { walkHtml } from "./walk-html.ts";
import { readWebPage } from "./web-page/read-web-page.ts";

const tagsBetweenReports = 5_000;

/** Parses a saved page: all text that its reader would see, in reading order. */
export async function parseHtml(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  if (input.bytes.length === 0)
    throw new ParseError("This file is empty. Check the file and upload it again.");
  const { text, ...encoding } = decodeText(input.bytes, declaredCharset(input.bytes));
  refuseBinary(text, input);
  const elements = readHtml(text, context, input.webPage);
  if (elements.length === 0)
    throw new ParseError(
      "The page contains no text: it may be filled in by scripts only when shown in a browser. Save it from the browser as a complete page and upload that.",
    );
  return { elements: withCharset(elements, encoding), totalPages: 1, failedPages: [] };
}

/** Reads HTML in a string into elements. The page's title and language go to the first element's metadata. */
export function readHtml(html: string, context: ParseContext, webPage?: WebPage): ParsedElement[] {
  const document = parseHtmlTree(html, () => context.onProgress({ done: 0, total: 0, unit: "elements" }));
  placeLateContent(document);
  hideBySheets(document);
  makeRoleTables(document);
  let tags = 0;
  const onElement = () => {
    tags += 1;
    if (tags % tagsBetweenReports === 0) context.onProgress({ done: tags, total: 0, unit: "elements" });
  };
  if (webPage) return readWebPage(document, webPage, onElement);
  const elements = walkHtml(document, imageAllowance(), onElement);
  const root = findElement(document, ({ tagName }) => tagName === "html");
  const title = findElement(document, ({ tagName }) => tagName === "title");
  const language = root && attribute(root, "lang")?.trim();
  const documentTitle = title && collapseSpaces(cleanText(textContent(title)).replace(/\s+/g, " "));
  const [first] = elements;
  if (first && (documentTitle || language)) {
    const metadata = {
      ...first.metadata,
      ...(documentTitle && { document_title: documentTitle }),
      ...(language && { languages: [language] }),
    };
    elements[0] = { ...first, metadata };
  }
  context.onProgress({ done: elements.length, total: elements.length, unit: "elements" });
  return elements;
}

/**
 * Number of bytes searched for a declared encoding. Browsers stop at 1,024 bytes, but real pages need a little more.
 */
const prescanBytes = 4096;

/** The encoding a page declares in `<meta charset>`, `<meta http-equiv>` or an XML declaration. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanBytes)).toString(
    "latin1",
  );
  const head = start.replace(/<!--[\s\S]*?-->/g, "");
  const found =
    /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ??
    /^\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([\w:.-]+)/i.exec(head);
  return found?.[1]?.toLowerCase();
}
