import type { PageLayout, ParsedElement } from "../../element.ts";
import { type BlockOptions, imageBlock } from "../../markup/blocks.ts";
import { type ImageAllowance, imageAllowance } from "../../markup/embedded-image.ts";
import { cleanText } from "../../markup/plain-text.ts";
import { openCompoundFile } from "../../package/compound-file.ts";
import { isCompoundFile } from "../../package/signatures.ts";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { inReadingOrder } from "../presentation/shape-order.ts";
import { type Persisted, readPersisted } from "./persisted.ts";
import { type Pictures, readPictures } from "./pictures.ts";
import { i32, kinds, type PptRecord, recordAlong, recordOf, recordsIn, u16, u32 } from "./records.ts";
import { shapeTable } from "./shape-table.ts";
import { type PptShape, readShapes } from "./shapes.ts";
import { isTitle, notesKind, readTexts, type SlideText, textElements } from "./slide-text.ts";

const maxSlides = 5_000;
const hiddenFlag = 0x0004;
const unitsPerPoint = 8;

type Slide = { part: PptRecord; id: number; outline: SlideText[] };

/**
 * Parses the presentations of 1997 to 2003 (.ppt), as those of today: slides in order, each with its title, its shapes in
 * reading order and its notes. A hidden slide is read, and its metadata says so.
 */
export async function parsePresentationBinary(
  { bytes }: ParseInput,
  context: ParseContext,
): Promise<ParsedDocument> {
  if (bytes.length === 0) throw new ParseError("This file is empty. Check the file and upload it again.");
  if (!isCompoundFile(bytes)) {
    throw new ParseError(
      "The file is not a PowerPoint presentation (.ppt). Open it in the program that made it and save it as .pptx.",
    );
  }
  const container = openCompoundFile(bytes);
  const persisted = readPersisted(container);
  const { document } = persisted;
  const slides = listOf(persisted, 0, kinds.slide).slice(0, maxSlides);
  const notes = notesBySlide(persisted);
  const pictures = readPictures(document, container.stream("Pictures"));
  const keepImage = imageAllowance();
  const layout = slideSize(document);
  const elements = slides.flatMap((slide, index): ParsedElement[] => {
    context.onProgress({ done: index, total: slides.length, unit: "pages" });
    const info = recordOf(slide.part, kinds.slideInfo);
    const hidden = info !== undefined && (u16(info, 10) & hiddenFlag) !== 0;
    const options: BlockOptions = { pageNumber: index + 1, ...(hidden && { metadata: { hidden: true } }) };
    return [
      ...slideElements(slide, layout, options, pictures, keepImage),
      ...(notes.get(slide.id) ?? []).flatMap((text) => noteElements(text, options)),
    ];
  });
  if (elements.length === 0)
    throw new ParseError("The presentation contains no text. Check the file and upload it again.");
  return { elements, totalPages: slides.length, failedPages: [] };
}

/** The slides or notes of the presentation in their order, with the texts that are in the outline. */
function listOf({ document, part }: Persisted, instance: number, type: number): Slide[] {
  const list = [...recordsIn(document)].find(
    (record) => record.type === kinds.slideList && record.instance === instance,
  );
  const slides: Slide[] = [];
  let texts: PptRecord[] = [];
  const finish = () => {
    slides.at(-1)?.outline.push(...readTexts(texts));
    texts = [];
  };
  for (const record of list ? recordsIn(list) : []) {
    if (record.type !== kinds.slidePersist) {
      texts.push(record);
      continue;
    }
    finish();
    const found = part(u32(record, 0));
    if (found?.type === type) slides.push({ part: found, id: u32(record, 12), outline: [] });
  }
  finish();
  return slides;
}

function slideElements(
  { part, outline }: Slide,
  layout: PageLayout,
  options: BlockOptions,
  pictures: Pictures,
  keepImage: ImageAllowance,
): ParsedElement[] {
  const drawing = recordAlong(part, kinds.drawing, kinds.artDrawing, kinds.shapeGroup);
  const shapes = readShapes(drawing).map((shape) => ({
    ...shape,
    texts: [...shape.texts, ...shape.outline.flatMap((number) => outline[number] ?? [])],
  }));
  const used = new Set(shapes.flatMap((shape) => shape.texts));
  // Texts of the outline without a shape are those of placeholders that the layout draws.
  const loose = outline
    .filter((text) => !used.has(text))
    .map((text): PptShape => ({ ...noShape, texts: [text] }));
  const all = [...shapes, ...loose];
  const titled = (shape: PptShape) => shape.texts.some(isTitle);
  const ordered = [...all.filter(titled), ...inReadingOrder(all.filter((shape) => !titled(shape)))];
  return ordered.flatMap((shape) =>
    shapeElements(shape, options, pictures, keepImage).map((element) => ({
      ...element,
      ...(shape.box && { boundingBox: shape.box, pageLayout: layout }),
    })),
  );
}

const noShape: PptShape = { box: undefined, texts: [], outline: [], picture: 0, description: "", cells: [] };

function shapeElements(
  shape: PptShape,
  options: BlockOptions,
  pictures: Pictures,
  keepImage: ImageAllowance,
): ParsedElement[] {
  if (shape.cells.length > 0)
    return [shapeTable(shape.cells, options)].filter((table) => table !== undefined);
  const bytes = shape.picture > 0 ? pictures(shape.picture) : undefined;
  const description = shape.picture > 0 ? cleanText(shape.description).trim() : "";
  const image = imageBlock({ description, imageBase64: bytes && keepImage(bytes) }, options);
  return [...shape.texts.flatMap((text) => textElements(text, options)), ...(image ? [image] : [])];
}

function notesBySlide(persisted: Persisted): Map<number, SlideText[]> {
  const notes = new Map<number, SlideText[]>();
  for (const { part } of listOf(persisted, 2, kinds.notes)) {
    const atom = recordOf(part, kinds.notesAtom);
    const drawing = recordAlong(part, kinds.drawing, kinds.artDrawing, kinds.shapeGroup);
    const texts = readShapes(drawing).flatMap((shape) => shape.texts);
    if (atom)
      notes.set(
        u32(atom, 0),
        texts.filter(({ kind }) => kind === notesKind),
      );
  }
  return notes;
}

function noteElements(text: SlideText, options: BlockOptions): ParsedElement[] {
  const metadata = { ...options.metadata, kind: "speaker_notes" };
  return textElements({ ...text, kind: -1 }, { ...options, metadata }).map((element) => ({
    ...element,
    type: "NarrativeText",
  }));
}

function slideSize(document: PptRecord): PageLayout {
  const atom = recordOf(document, kinds.documentAtom);
  const [width, height] = atom ? [i32(atom, 0) / unitsPerPoint, i32(atom, 4) / unitsPerPoint] : [0, 0];
  return width > 0 && height > 0 ? { width, height } : { width: 720, height: 540 };
}
