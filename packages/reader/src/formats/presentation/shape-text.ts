import type { ParsedElement } from "../../element.ts";
import { type BlockOptions, listItemBlock, paragraphBlock, titleBlock } from "../../markup/blocks.ts";
import { runsText, tidyRuns } from "../../markup/inline.ts";
import { autoNumber } from "../../ooxml/auto-number.ts";
import { bodyParagraphs, paragraphRuns } from "../../ooxml/drawing-text.ts";
import type { OfficePart } from "../../ooxml/office-part.ts";
import { child, type XmlNode } from "../../package/xml-tree.ts";
import type { Inherited, Placeholder } from "./layouts.ts";

const maxLevel = 8;

type Bullet = { kind: "none" } | { kind: "bullet" } | { kind: "number"; scheme: string; start: number };

/** The paragraphs of a shape: its title, list items as deep and with the numbers that the slide shows, and prose. */
export function shapeText(
  shape: XmlNode,
  placeholder: Placeholder | undefined,
  inherited: Inherited,
  part: OfficePart,
  options: BlockOptions,
): ParsedElement[] {
  const body = child(shape, "p:txBody");
  const paragraphs = bodyParagraphs(body);
  if (placeholder && ["title", "ctrTitle"].includes(placeholder.type)) {
    const runs = paragraphs.flatMap((paragraph) => [
      ...paragraphRuns(paragraph, part.relationships),
      { text: " " },
    ]);
    // The whole heading is bold or slanted; that is its style and not emphasis.
    const plain = runs.map((run) => ({ ...run, bold: false, italic: false }));
    return [titleBlock(plain, 1, options)].filter((element) => element !== undefined);
  }
  const margin = marginType(placeholder);
  const counts: number[] = [];
  return paragraphs.flatMap((paragraph): ParsedElement[] => {
    const runs = paragraphRuns(paragraph, part.relationships);
    if (runsText(tidyRuns(runs)) === "") return [];
    const properties = child(paragraph, "a:pPr");
    const level = Math.min(Math.max(Number(properties?.attributes.lvl ?? 0) || 0, 0), maxLevel);
    const own = child(child(body, "a:lstStyle"), `a:lvl${level + 1}pPr`);
    const bullet = bulletOf([properties, own, ...inherited.levels(placeholder, level)]);
    counts.length = bullet.kind === "number" ? level + 1 : level;
    if (margin)
      return [paragraphBlock(runs, { ...options, type: margin })].filter((one) => one !== undefined);
    if (bullet.kind === "none") return [paragraphBlock(runs, options)].filter((one) => one !== undefined);
    let marker = "-";
    if (bullet.kind === "number") {
      const count = counts[level] === undefined ? bullet.start : counts[level] + 1;
      counts[level] = count;
      marker = autoNumber(count, bullet.scheme);
    }
    return [listItemBlock(runs, { depth: level, marker }, options)].filter((one) => one !== undefined);
  });
}

function marginType(placeholder: Placeholder | undefined): "Header" | "Footer" | "PageNumber" | undefined {
  if (placeholder?.type === "ftr" || placeholder?.type === "dt") return "Footer";
  if (placeholder?.type === "hdr") return "Header";
  return placeholder?.type === "sldNum" ? "PageNumber" : undefined;
}

/** The nearest properties that say something about bullets decide. */
function bulletOf(properties: readonly (XmlNode | undefined)[]): Bullet {
  for (const node of properties) {
    if (!node) continue;
    if (child(node, "a:buNone")) return { kind: "none" };
    const numbered = child(node, "a:buAutoNum")?.attributes;
    if (numbered) {
      return {
        kind: "number",
        scheme: numbered.type ?? "arabicPeriod",
        start: Number(numbered.startAt ?? 1) || 1,
      };
    }
    if (child(node, "a:buChar") ?? child(node, "a:buBlip")) return { kind: "bullet" };
  }
  return { kind: "none" };
}
