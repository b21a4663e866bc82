import {
  accented,
  type Formula,
  fenced,
  fraction,
  matrix,
  root,
  scripts,
  sequence,
  symbol,
  underlined,
} from "../../markup/math.ts";
import { attribute, findElement, type HtmlElement, isElement, isText, textContent } from "./html-tree.ts";

const maxDepth = 60;

/** A MathML element as text and LaTeX. When the element carries the author's own TeX, that is used. */
export function mathFormula(element: HtmlElement): Formula {
  const formula = convert(element, 0);
  const annotation = findElement(
    element,
    (child) => child.tagName === "annotation" && /tex/i.test(attribute(child, "encoding") ?? ""),
  );
  const alternative = attribute(element, "alttext");
  const tex = annotation ? textContent(annotation).trim() : alternative?.trim();
  return { text: formula.text || tex || "", latex: tex || formula.latex };
}

function convert(element: HtmlElement, depth: number): Formula {
  if (depth > maxDepth) return symbol(textContent(element).trim());
  const children = element.childNodes
    .filter(isElement)
    .filter((child) => !child.tagName.startsWith("annotation"));
  const part = (index: number): Formula => {
    const child = children[index];
    return child ? convert(child, depth + 1) : symbol("");
  };
  switch (element.tagName) {
    case "mi":
    case "mn":
    case "mtext":
    case "ms":
      return symbol(tokenText(element));
    case "mo":
      return operator(tokenText(element));
    case "mspace":
      return symbol(" ");
    case "mfrac":
      return fraction(part(0), part(1));
    case "msup":
      return scripts(part(0), undefined, part(1));
    case "msub":
      return scripts(part(0), part(1));
    case "msubsup":
    case "munderover":
      return scripts(part(0), part(1), part(2));
    case "mover":
      return accented(part(0), part(1).text);
    case "munder":
      return /^(?:_|\u0332|¯)$/.test(part(1).text) ? underlined(part(0)) : scripts(part(0), part(1));
    case "msqrt":
      return root(sequence(children.map((_, index) => part(index))));
    case "mroot":
      return root(part(0), part(1));
    case "mfenced": {
      const parts = children.map((_, index) => part(index));
      return fenced(attribute(element, "open") ?? "(", parts, ",", attribute(element, "close") ?? ")");
    }
    case "mtable":
      return matrix(
        children.map((row) => row.childNodes.filter(isElement).map((cell) => convert(cell, depth + 2))),
      );
    case "semantics":
      return part(0);
    case "mphantom":
      return symbol("");
    default: {
      const loose = element.childNodes
        .filter(isText)
        .map((node) => node.value.trim())
        .join(" ");
      return sequence([...children.map((_, index) => part(index)), symbol(loose)]);
    }
  }
}

function tokenText(element: HtmlElement): string {
  // Invisible multiplication, function application and separators need no sign.
  return textContent(element)
    .replace(/[\u2061-\u2064]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function operator(text: string): Formula {
  const relation = /^[=<>≤≥≠≈→∈+\-−±×÷]$|^:=$/.test(text);
  return relation ? { text: ` ${text} `, latex: symbol(text).latex } : symbol(text);
}
