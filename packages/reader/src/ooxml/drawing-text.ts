import { type InlineRun, type InlineStyle, linkTarget } from "../markup/inline.ts";
import type { Relationship } from "../package/relationships.ts";
import { child, descendants, type XmlNode } from "../package/xml-tree.ts";

/** The paragraphs (`a:p`) of a text body, whatever its element is called. */
export const bodyParagraphs = (body: XmlNode | undefined): XmlNode[] =>
  (body?.children ?? []).filter(({ name }) => name === "a:p");

/** The runs of a paragraph: text, line breaks, fields with what they show, links. */
export function paragraphRuns(
  paragraph: XmlNode,
  relationships: ReadonlyMap<string, Relationship>,
): InlineRun[] {
  return paragraph.children.flatMap((node): InlineRun[] => {
    if (node.name === "a:br") return [{ text: "\n" }];
    // A formula stands beside an older form of it, a picture.
    if (node.name === "mc:AlternateContent") {
      const formula = descendants(node, ["m:t"]).map(({ text }) => text);
      return formula.length > 0 ? [{ text: formula.join("") }] : [];
    }
    if (node.name !== "a:r" && node.name !== "a:fld") return [];
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
    return [{ ...look, text: (child(node, "a:t")?.text ?? "").replace(/[\v\u2028]/g, "\n") }];
  });
}
