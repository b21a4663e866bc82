import type { PageLayout, ParsedElement } from "../../element.ts";
import { imageAllowance } from "../../markup/embedded-image.ts";
import type { OfficePart } from "../../ooxml/office-part.ts";
import { type Archive, openArchive } from "../../package/open-archive.ts";
import { readRelationships } from "../../package/relationships.ts";
import { readXml, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { createLayouts } from "./layouts.ts";
import { commentAuthors, slideComments, speakerNotes } from "./slide-asides.ts";
import { points } from "./slide-box.ts";
import { slideElements } from "./slide-elements.ts";

const maxSlides = 5_000;
/** Size of a slide in points, when the presentation states none. */
const usualSlide: PageLayout = { width: 720, height: 540 };

/**
 * Parses presentations (.pptx): slide by slide, each with its title first, then its shapes in reading order, its notes and
 * comments. A slide that is hidden in the show is read, and its metadata says so.
 */
export async function parsePresentation(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  const archive = openArchive(
    input.bytes,
    { name: "a PowerPoint presentation", extension: "pptx", before: "ppt" },
    input.limits,
  );
  const name = mainPart(archive);
  const relationships = readRelationships(archive, name);
  const parts = xmlChildren(archive.read(name), ["p:presentation", "p:sldIdLst"]);
  const slides = parts
    .filter((node) => node.name === "p:sldId")
    .flatMap(({ attributes }) => relationships.get(attributes["r:id"] ?? "")?.target ?? []);
  if (slides.length > maxSlides) {
    throw new ParseError(
      `The presentation has ${slides.length} slides, more than can be read (${maxSlides}). Split it and upload the parts.`,
    );
  }
  const layout = slideSize(parts);
  const inheritedBy = createLayouts(archive);
  const authors = commentAuthors(archive, relationships);
  const keepImage = imageAllowance();
  const elements: ParsedElement[] = [];
  const failedPages: number[] = [];
  slides.forEach((slide, index) => {
    context.onProgress({ done: index, total: slides.length, unit: "pages" });
    const bytes = archive.read(slide);
    if (!bytes) {
      failedPages.push(index + 1);
      return;
    }
    const part: OfficePart = { archive, relationships: readRelationships(archive, slide), keepImage };
    const { shapes, hidden } = readSlide(bytes);
    const options = { pageNumber: index + 1, ...(hidden && { metadata: { hidden: true } }) };
    for (const element of [
      ...slideElements(shapes, inheritedBy(part.relationships), part, layout, options),
      ...speakerNotes(archive, part.relationships, options),
      ...slideComments(archive, part.relationships, authors, options),
    ])
      elements.push(element);
  });
  if (elements.length === 0)
    throw new ParseError("The presentation contains no text. Check the file and upload it again.");
  return { elements, totalPages: slides.length, failedPages };
}

function readSlide(bytes: Uint8Array): { shapes: XmlNode[]; hidden: boolean } {
  const shapes: XmlNode[] = [];
  let hidden = false;
  readXml(bytes, ["p:sld", "p:cSld", "p:spTree"], (node) => shapes.push(node), {
    onContainer(name, { show }) {
      if (name === "p:sld") hidden = show === "0" || show === "false";
    },
  });
  return { shapes, hidden };
}

function slideSize(parts: readonly XmlNode[]): PageLayout {
  const size = parts.find((node) => node.name === "p:sldSz")?.attributes;
  const [width, height] = [points(size?.cx), points(size?.cy)];
  return width > 0 && height > 0 ? { width, height } : usualSlide;
}

/** Name of the presentation part. Throws ParseError for other packages. */
function mainPart(archive: Archive): string {
  const stated = [...readRelationships(archive, "").values()].find(
    ({ kind }) => kind === "officeDocument",
  )?.target;
  const part = [stated, "ppt/presentation.xml"].find((name) => name !== undefined && archive.has(name));
  if (part && !/^(?:word|xl)\//i.test(part)) return part;
  throw new ParseError(
    "The presentation is damaged: the part with its slides is missing. Upload an intact copy.",
  );
}
