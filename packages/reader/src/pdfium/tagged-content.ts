import { around } from "../layout/page/box.ts";
import type { StructureNode } from "../layout/page/page.ts";
import { contentsOf } from "../layout/tagged/tagged-parts.ts";
import { transform } from "./matrix.ts";
import type { PageFrame } from "./page-frame.ts";
import { type PageObject, TEXT } from "./page-objects.ts";
import type { Pdfium } from "./pdfium.ts";
import type { PlacedWord } from "./placed-word.ts";

/** Says which marked content the words of a tagged page belong to, and where its figures are. */
export function createContentCollector(
  pdfium: Pdfium,
  structure: StructureNode,
  frame: PageFrame,
  scratch: number,
) {
  const contentOf = new Map<number, number>();
  const figureOf = new Map<number, StructureNode>();
  for (const figure of figuresIn(structure))
    for (const content of contentsOf(figure)) figureOf.set(content, figure);

  const addToFigure = (figure: StructureNode, { handle, matrix }: PageObject) => {
    if (pdfium.FPDFPageObj_GetBounds(handle, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return;
    const at = scratch >> 2;
    const [left = 0, bottom = 0, right = 0, top = 0] = pdfium.floats().subarray(at, at + 4);
    const box = transform(matrix, left, bottom, right, top);
    const edges = frame.toDisplay(box.left, box.bottom, box.right, box.top);
    figure.box = figure.box ? around([figure.box, edges]) : edges;
  };

  return {
    add(object: PageObject): void {
      // Inside a form numbers count anew, unless the form as a whole is marked.
      let content = pdfium.FPDFPageObj_GetMarkedContentID(object.outermost);
      if (content < 0 && object.inForm) content = pdfium.FPDFPageObj_GetMarkedContentID(object.handle);
      if (content < 0) return;
      if (object.type === TEXT) contentOf.set(object.handle, content);
      const figure = figureOf.get(content);
      if (figure) addToFigure(figure, object);
    },
    nameWords(words: readonly PlacedWord[]): void {
      for (const { word, object } of words) {
        const content = contentOf.get(object);
        if (content !== undefined) word.content = content;
      }
    },
  };
}

function figuresIn(node: StructureNode): StructureNode[] {
  if (node.role === "Figure") return [node];
  return node.children.flatMap((child) => (typeof child === "number" ? [] : figuresIn(child)));
}
