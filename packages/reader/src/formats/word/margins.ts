import type { ParsedElement } from "../../element.ts";
import { readRelationships } from "../../package/relationships.ts";
import { readXml } from "../../package/xml-tree.ts";
import { createFields } from "./fields.ts";
import { fixedPage } from "./page-counter.ts";
import { createBlockReader, finishBlocks, readBlock } from "./read-blocks.ts";
import type { Sections } from "./sections.ts";
import type { WordPart } from "./word-part.ts";

/** The headers and footers of a document. Each text comes once, even when many sections and kinds of page repeat it. */
export function readMargins(
  sections: Sections,
  partName: (id: string) => string | undefined,
  body: WordPart,
): { headers: ParsedElement[]; footers: ParsedElement[] } {
  return {
    headers: readMargin(sections.headers, "Header", partName, body),
    footers: readMargin(sections.footers, "Footer", partName, body),
  };
}

function readMargin(
  ids: readonly string[],
  type: "Header" | "Footer",
  partName: (id: string) => string | undefined,
  body: WordPart,
) {
  const byText = new Map<string, ParsedElement>();
  for (const id of ids) {
    const name = partName(id);
    const bytes = name === undefined ? undefined : body.archive.read(name);
    if (name === undefined || !bytes) continue;
    const part: WordPart = {
      ...body,
      relationships: readRelationships(body.archive, name),
      pages: fixedPage(1),
      fields: createFields(),
      onNote: () => "",
    };
    const reader = createBlockReader(part, (element) => {
      if (element.type === "Image" || byText.has(element.text)) return;
      byText.set(element.text, inMargin(element, type));
    });
    readXml(bytes, type === "Header" ? "w:hdr" : "w:ftr", (block) => readBlock(block, reader));
    finishBlocks(reader);
  }
  return [...byText.values()];
}

/** The stored number is that of the page on which the document was last saved. It means nothing here. */
function inMargin(element: ParsedElement, type: "Header" | "Footer"): ParsedElement {
  const { level: _level, html: _html, ...kept } = element;
  const bareNumber = /^[\s\-–—|]*\d+[\s\-–—|]*$/.test(element.text);
  return {
    ...kept,
    type: bareNumber ? "PageNumber" : type,
    markdown: kept.markdown?.replace(/^#+ /, "") ?? kept.text,
  };
}
