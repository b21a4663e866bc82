import type { StructureNode } from "../layout/page/page.ts";
import { readUtf16 } from "./page-characters.ts";
import type { Pdfium } from "./pdfium.ts";

/** Limits for hostile files: nodes of a page, and how deep they are in each other. */
const maxNodes = 20_000;
const maxDepth = 60;

/**
 * The page's part of the structure tree (ISO 32000, 14.7), roles mapped to the standard ones. Null for a page without
 * tags.
 */
export function readStructure(pdfium: Pdfium, page: number): StructureNode | null {
  const tree = pdfium.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return null;
  try {
    const root: StructureNode = { role: "Document", children: [] };
    let nodes = 0;
    const visit = (element: number, parent: StructureNode, depth: number) => {
      if (depth > maxDepth || nodes >= maxNodes) return;
      nodes += 1;
      if (element === 0) {
        // What has no content on the page is left out, and so is an empty cell.
        if (parent.role === "TR") parent.children.push({ role: "TD", children: [] });
        return;
      }
      const node = nodeOf(pdfium, element);
      parent.children.push(node);
      const count = pdfium.FPDF_StructElement_CountChildren(element);
      for (let index = 0; index < count; index += 1) {
        const content = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, index);
        if (content >= 0) node.children.push(content);
        else visit(pdfium.FPDF_StructElement_GetChildAtIndex(element, index), node, depth + 1);
      }
    };
    const count = pdfium.FPDF_StructTree_CountChildren(tree);
    for (let index = 0; index < count; index += 1)
      visit(pdfium.FPDF_StructTree_GetChildAtIndex(tree, index), root, 0);
    return root.children.length === 0 ? null : root;
  } finally {
    pdfium.FPDF_StructTree_Close(tree);
  }
}

function nodeOf(pdfium: Pdfium, element: number): StructureNode {
  const role = readUtf16(pdfium, (buffer, size) => pdfium.FPDF_StructElement_GetType(element, buffer, size));
  const node: StructureNode = { role, children: [] };
  if (role === "TD" || role === "TH") {
    const columns = numberOf(pdfium, element, "ColSpan");
    const rows = numberOf(pdfium, element, "RowSpan");
    if (columns !== null) node.columns = columns;
    if (rows !== null) node.rows = rows;
  }
  if (role === "Figure" || role === "Formula") {
    const alternative = readUtf16(pdfium, (buffer, size) =>
      pdfium.FPDF_StructElement_GetAltText(element, buffer, size),
    );
    if (alternative !== "") node.alternative = alternative;
  }
  return node;
}

/** A number among the element's attributes. PDFium asks for names and values as bytes in its own memory. */
function numberOf(pdfium: Pdfium, element: number, name: string): number | null {
  const count = pdfium.FPDF_StructElement_GetAttributeCount(element);
  if (count <= 0) return null;
  const memory = pdfium.malloc(name.length + 1 + 8);
  const value = (memory + name.length + 1 + 3) & ~3;
  try {
    pdfium.bytes().set(Buffer.from(`${name}\0`, "latin1"), memory);
    for (let index = 0; index < count; index += 1) {
      const attribute = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, index);
      const found = attribute === 0 ? 0 : pdfium.FPDF_StructElement_Attr_GetValue(attribute, memory);
      if (found !== 0 && pdfium.FPDF_StructElement_Attr_GetNumberValue(found, value) !== 0)
        return pdfium.floats()[value >> 2] ?? null;
    }
    return null;
  } finally {
    pdfium.free(memory);
  }
}
