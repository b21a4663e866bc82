import type { ImageSource } from "../../markup/blocks.ts";
import { cleanText } from "../../markup/plain-text.ts";
import { chartReferences } from "../../ooxml/chart.ts";
import { diagramLabels } from "../../ooxml/diagram.ts";
import { child, descendants, type XmlNode } from "../../package/xml-tree.ts";
import type { WordPart } from "./word-part.ts";

export type Drawing = {
  images: ImageSource[];
  /** The content of text boxes, as blocks. */
  boxes: XmlNode[][];
  /** Texts of a diagram (SmartArt). */
  labels: string[];
  /** References to charts (`c:chart`, `cx:chart`). */
  charts: XmlNode[];
};

/** The pictures, text boxes, diagrams and charts anywhere inside a drawing or a VML picture. */
export function readDrawing(node: XmlNode, part: WordPart): Drawing {
  const found: Drawing = { images: [], boxes: [], labels: [], charts: [] };
  const outer = descendants(node, ["wp:docPr"])[0];
  const decorative = isDecorative(outer);
  const pictures = descendants(node, [
    "pic:pic",
    "v:imagedata",
    "w:txbxContent",
    "dgm:relIds",
    ...chartReferences,
    "mc:AlternateContent",
  ]);
  for (const item of pictures) {
    if (item.name === "w:txbxContent") found.boxes.push(item.children);
    else if (item.name === "mc:AlternateContent") merge(found, readAlternate(item, part));
    else if (item.name === "dgm:relIds") found.labels.push(...diagramLabels(item, part));
    else if (chartReferences.includes(item.name)) found.charts.push(item);
    else if (!decorative)
      found.images.push(imageOf(item, pictures.length === 1 ? outer : undefined, node, part));
  }
  return found;
}

/** Chooses one alternative: the newest form, or the form for older programs when the newest holds nothing we know. */
export function readAlternate(node: XmlNode, part: WordPart): Drawing {
  for (const name of ["mc:Choice", "mc:Fallback"]) {
    const alternative = child(node, name);
    const drawing = alternative && readDrawing(alternative, part);
    if (drawing && !isEmpty(drawing)) return drawing;
  }
  return { images: [], boxes: [], labels: [], charts: [] };
}

export const isEmpty = ({ images, boxes, labels, charts }: Drawing): boolean =>
  images.length + boxes.length + labels.length + charts.length === 0;

function merge(into: Drawing, from: Drawing): void {
  into.images.push(...from.images);
  into.boxes.push(...from.boxes);
  into.labels.push(...from.labels);
  into.charts.push(...from.charts);
}

function isDecorative(properties: XmlNode | undefined): boolean {
  return (
    properties !== undefined &&
    descendants(properties, ["decorative"]).some(({ attributes }) => attributes.val === "1")
  );
}

function imageOf(item: XmlNode, outer: XmlNode | undefined, drawing: XmlNode, part: WordPart): ImageSource {
  const own = descendants(item, ["pic:cNvPr"])[0];
  const shape =
    item.name === "v:imagedata" ? descendants(drawing, ["v:shape", "v:rect"])[0]?.attributes.alt : undefined;
  const described = [
    outer?.attributes.descr,
    own?.attributes.descr,
    shape,
    outer?.attributes.title,
    item.attributes["o:title"],
  ];
  const description = cleanText(described.find((text) => text?.trim()) ?? "").trim();
  const blip = descendants(item, ["a:blip"])[0];
  const id = blip?.attributes["r:embed"] ?? item.attributes["r:id"];
  const relationship = id === undefined ? undefined : part.relationships.get(id);
  if (!relationship || relationship.external) return { description };
  const bytes = /\.(?:png|jpe?g)$/i.test(relationship.target)
    ? part.archive.read(relationship.target)
    : undefined;
  return { description, imageBase64: bytes && part.keepImage(bytes) };
}
