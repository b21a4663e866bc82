import { type InlineRun, type InlineStyle, linkTarget } from "../markup/inline.ts";
import { raisedText } from "../markup/power.ts";
import type { Relationship } from "../package/relationships.ts";
import { child, descendants, type XmlNode } from "../package/xml-tree.ts";
import { unescaped } from "./escaped-text.ts";
import { officeFormula } from "./office-math.ts";

/** The paragraphs (`a:p`) of a text body, whatever its element is called. */
export const bodyParagraphs = (body: XmlNode | undefined): XmlNode[] =>
  (body?.children ?? []).filter(({ name }) => name === "a:p");

/** The runs of a paragraph: text, line breaks, fields with what they show, links, formulas. */
export function paragraphRuns(
  paragraph: XmlNode,
  relationships: ReadonlyMap<string, Relationship>,
): InlineRun[] {
  let before = "";
  return paragraph.children.flatMap((node): InlineRun[] => {
    if (node.name === "a:br") return [{ text: "\n" }];
    // Formulas are wrapped, often beside an older form of them, a picture.
    if (node.name !== "a:r" && node.name !== "a:fld") return formulaRuns(node);
    const properties = child(node, "a:rPr");
    const link = child(properties, "a:hlinkClick")?.attributes["r:id"];
    const relationship = link === undefined ? undefined : relationships.get(link);
    const on = (name: string) => ["1", "true"].includes(properties?.attributes[name] ?? "");
    const strike = properties?.attributes.strike;
    const look: InlineStyle = {
      bold: on("b"),
      italic: on("i"),
      strike: strike !== undefined && strike !== "noStrike",
      href: relationship?.external ? linkTarget(relationship.target) : undefined,
    };
    const text = unescaped(child(node, "a:t")?.text ?? "").replace(/[\v\u2028]/g, "\n");
    const isRaised = Number.parseInt(properties?.attributes.baseline ?? "0", 10) > 0;
    const shown = isRaised ? raisedText(text, before) : text;
    before = shown;
    return [{ ...look, text: shown }];
  });
}

const formulaRuns = (node: XmlNode): InlineRun[] =>
  descendants({ ...node, children: [node] }, ["m:oMath"]).flatMap((formula) => {
    const { text, latex } = officeFormula(formula);
    return text.trim() === "" ? [] : [{ text, markdown: `$${latex.trim()}$` }];
  });
