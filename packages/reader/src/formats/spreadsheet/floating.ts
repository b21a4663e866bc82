import type { ParsedElement } from "../../element.ts";
import { imageBlock, paragraphBlock } from "../../markup/blocks.ts";
import { type ChartOptions, chartElements, chartReferences } from "../../ooxml/chart.ts";
import { bodyParagraphs, paragraphRuns } from "../../ooxml/drawing-text.ts";
import type { OfficePart } from "../../ooxml/office-part.ts";
import { readPicture } from "../../ooxml/picture.ts";
import { readRelationships } from "../../package/relationships.ts";
import { child, descendants, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";
import { cellName } from "./cell-names.ts";

const kinds = ["xdr:pic", "xdr:sp", "xdr:graphicFrame", "mc:AlternateContent"];

type FloatingOptions = Required<Pick<ChartOptions, "pageNumber" | "isReadElsewhere">>;

/** Pictures, text boxes and charts of a sheet, each with the cell at its top-left corner. */
export function readFloating(
  drawingPart: string | undefined,
  sheet: Omit<OfficePart, "relationships">,
  { pageNumber, isReadElsewhere }: FloatingOptions,
): ParsedElement[] {
  if (drawingPart === undefined) return [];
  const part: OfficePart = { ...sheet, relationships: readRelationships(sheet.archive, drawingPart) };
  return xmlChildren(sheet.archive.read(drawingPart), "xdr:wsDr").flatMap((anchor) => {
    const options = { pageNumber, metadata: cellOf(anchor) };
    return shapesOf(anchor).flatMap((node): ParsedElement[] => {
      if (node.name === "xdr:graphicFrame") {
        return descendants(node, chartReferences).flatMap((reference) =>
          chartElements(reference, part, { ...options, isReadElsewhere }),
        );
      }
      if (node.name === "xdr:pic") {
        const picture = readPicture(node, part);
        return (picture && [imageBlock(picture, options)].filter((found) => found !== undefined)) ?? [];
      }
      return bodyParagraphs(child(node, "xdr:txBody")).flatMap(
        (paragraph) => paragraphBlock(paragraphRuns(paragraph, part.relationships), options) ?? [],
      );
    });
  });
}

/** Of alternatives, the newest form with something to read. */
const shapesOf = (node: XmlNode): XmlNode[] =>
  descendants(node, kinds).flatMap((found) => {
    if (found.name !== "mc:AlternateContent") return [found];
    const [choice, fallback] = [child(found, "mc:Choice"), child(found, "mc:Fallback")];
    const chosen = choice ? shapesOf(choice) : [];
    return chosen.length > 0 || !fallback ? chosen : shapesOf(fallback);
  });

function cellOf(anchor: XmlNode): { range: string } | undefined {
  const from = child(anchor, "xdr:from");
  const place = (name: string) => Number(child(from, name)?.text ?? Number.NaN);
  const [row, column] = [place("xdr:row"), place("xdr:col")];
  return row >= 0 && column >= 0 ? { range: cellName(row, column) } : undefined;
}
