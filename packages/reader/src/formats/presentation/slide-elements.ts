import type { PageLayout, ParsedElement } from "../../element.ts";
import { type BlockOptions, imageBlock, listItemBlock } from "../../markup/blocks.ts";
import { cleanText } from "../../markup/plain-text.ts";
import { chartElements, chartReferences } from "../../ooxml/chart.ts";
import { diagramLabels } from "../../ooxml/diagram.ts";
import type { OfficePart } from "../../ooxml/office-part.ts";
import { readPicture } from "../../ooxml/picture.ts";
import { descendants, type XmlNode } from "../../package/xml-tree.ts";
import type { Inherited } from "./layouts.ts";
import { inReadingOrder } from "./shape-order.ts";
import { shapeText } from "./shape-text.ts";
import { type SlideShape, slideShapes } from "./slide-shapes.ts";
import { slideTable } from "./slide-table.ts";

const margins = ["ftr", "dt", "sldNum", "hdr"];

/** The elements of a slide's shapes: the title, the others in reading order, and what is in the margins. */
export function slideElements(
  nodes: readonly XmlNode[],
  inherited: Inherited,
  part: OfficePart,
  layout: PageLayout,
  options: BlockOptions,
): ParsedElement[] {
  const shapes = slideShapes(nodes, inherited);
  const role = ({ placeholder }: SlideShape) => {
    if (placeholder && ["title", "ctrTitle"].includes(placeholder.type)) return "title";
    return placeholder && margins.includes(placeholder.type) ? "margin" : "body";
  };
  const ordered = [
    ...shapes.filter((shape) => role(shape) === "title"),
    ...inReadingOrder(shapes.filter((shape) => role(shape) === "body")),
    ...shapes.filter((shape) => role(shape) === "margin"),
  ];
  return ordered.flatMap((shape) =>
    shapeElements(shape, inherited, part, options).map((element) => ({
      ...element,
      ...(shape.box && { boundingBox: shape.box, pageLayout: layout }),
    })),
  );
}

function shapeElements(
  { node, placeholder }: SlideShape,
  inherited: Inherited,
  part: OfficePart,
  options: BlockOptions,
): ParsedElement[] {
  if (node.name === "p:graphicFrame") return frameElements(node, part, options);
  if (node.name !== "p:pic") return shapeText(node, placeholder, inherited, part, options);
  const picture = readPicture(node, part);
  return picture ? [imageBlock(picture, options)].filter((found) => found !== undefined) : [];
}

/** A frame holds a table, a chart, a diagram, or an object of another program with a picture of it. */
function frameElements(node: XmlNode, part: OfficePart, options: BlockOptions): ParsedElement[] {
  const [table] = descendants(node, ["a:tbl"]);
  if (table) return [slideTable(table, part, options)].filter((found) => found !== undefined);
  const [reference] = descendants(node, chartReferences);
  const chart = reference ? chartElements(reference, part, options) : [];
  if (chart.length > 0) return chart;
  const [diagram] = descendants(node, ["dgm:relIds"]);
  if (diagram) {
    return diagramLabels(diagram, part).flatMap(
      (label) => listItemBlock([{ text: label }], { depth: 0, marker: "-" }, options) ?? [],
    );
  }
  const [picture] = descendants(node, ["p:pic"]);
  const read = picture && readPicture(picture, part);
  const description = cleanText(descendants(node, ["p:cNvPr"])[0]?.attributes.descr ?? "").trim();
  const source = { description: read?.description || description, imageBase64: read?.imageBase64 };
  return [imageBlock(source, options)].filter((found) => found !== undefined);
}
