import type { BoundingBox } from "../../element.ts";
import { bytesOf, i16, i32, kinds, type PptRecord, recordOf, recordsIn, u16, u32 } from "./records.ts";
import { readTexts, type SlideText } from "./slide-text.ts";

export type PptShape = {
  box: BoundingBox | undefined;
  texts: SlideText[];
  /** Numbers of texts that are in the outline of the presentation. */
  outline: number[];
  /** 1-based number of a picture; 0 for none. */
  picture: number;
  description: string;
  /** The cells of a table, when the shape is one. */
  cells: PptShape[];
};

type Frame = (box: BoundingBox) => BoundingBox;

const unitsPerPoint = 8;
const maxDepth = 20;
const pictureOption = 0x0104;
const descriptionOption = 0x0381;
const tableOptions = [0x039f, 0x03a0];

/** The shapes of a drawing without its groups, with their boxes in points. A group that is a table is one shape. */
export function readShapes(group: PptRecord | undefined): PptShape[] {
  return group ? membersOf(group, (box) => box, 0, true) : [];
}

function membersOf(group: PptRecord, frame: Frame, depth: number, outermost: boolean): PptShape[] {
  if (depth > maxDepth) return [];
  const [own, ...members] = recordsIn(group);
  const inner = outermost || own?.type !== kinds.shape ? frame : groupFrame(own, frame);
  const list = own?.type === kinds.shape ? members : own ? [own, ...members] : [];
  const shapes = list.flatMap((member): PptShape[] => {
    if (member.type === kinds.shapeGroup) return membersOf(member, inner, depth + 1, false);
    return member.type === kinds.shape ? [readShape(member, inner)] : [];
  });
  const isTable =
    own?.type === kinds.shape && tableOptions.some((option) => optionOf(own, option) !== undefined);
  if (!isTable || !own) return shapes;
  return [{ ...readShape(own, frame), cells: shapes.filter(({ texts }) => texts.length > 0) }];
}

function readShape(shape: PptRecord, frame: Frame): PptShape {
  const box = recordOf(shape, kinds.textBox);
  const own = boxOf(shape);
  return {
    box: own && rounded(frame(own)),
    texts: box ? readTexts(recordsIn(box)) : [],
    outline: box
      ? [...recordsIn(box)].filter(({ type }) => type === kinds.outlineText).map((record) => u32(record, 0))
      : [],
    picture: Number(optionOf(shape, pictureOption) ?? 0),
    description: String(optionOf(shape, descriptionOption) ?? ""),
    cells: [],
  };
}

/** The box of a shape in points: on the slide, or inside its group. */
function boxOf(shape: PptRecord): BoundingBox | undefined {
  const anchor = recordOf(shape, kinds.anchor);
  const child = recordOf(shape, kinds.childAnchor);
  if (anchor && anchor.data.byteLength >= 16) {
    return between(i32(anchor, 4), i32(anchor, 0), i32(anchor, 8), i32(anchor, 12));
  }
  if (anchor && anchor.data.byteLength >= 8) {
    return between(i16(anchor, 2), i16(anchor, 0), i16(anchor, 4), i16(anchor, 6));
  }
  return child && between(i32(child, 0), i32(child, 4), i32(child, 8), i32(child, 12));
}

const between = (left: number, top: number, right: number, bottom: number): BoundingBox => ({
  left: left / unitsPerPoint,
  top: top / unitsPerPoint,
  width: (right - left) / unitsPerPoint,
  height: (bottom - top) / unitsPerPoint,
});

/** Maps the coordinates inside a group to those around it. */
function groupFrame(own: PptRecord, frame: Frame): Frame {
  const inner = recordOf(own, kinds.groupFrame);
  const outer = boxOf(own);
  if (!inner || !outer) return frame;
  const from = between(i32(inner, 0), i32(inner, 4), i32(inner, 8), i32(inner, 12));
  const scaleX = from.width > 0 ? outer.width / from.width : 1;
  const scaleY = from.height > 0 ? outer.height / from.height : 1;
  return (box) =>
    frame({
      left: outer.left + (box.left - from.left) * scaleX,
      top: outer.top + (box.top - from.top) * scaleY,
      width: box.width * scaleX,
      height: box.height * scaleY,
    });
}

const rounded = ({ left, top, width, height }: BoundingBox): BoundingBox => ({
  left: Math.round(left * 100) / 100,
  top: Math.round(top * 100) / 100,
  width: Math.max(Math.round(width * 100) / 100, 0),
  height: Math.max(Math.round(height * 100) / 100, 0),
});

/** An option of a shape: a number, or a text, whose bytes follow all options. */
function optionOf(shape: PptRecord, wanted: number): number | string | undefined {
  for (const record of recordsIn(shape)) {
    if (record.type !== kinds.options && record.type !== kinds.moreOptions) continue;
    let complex = record.instance * 6;
    for (let index = 0; index < record.instance && index * 6 + 6 <= record.data.byteLength; index += 1) {
      const id = u16(record, index * 6);
      const value = u32(record, index * 6 + 2);
      const isComplex = (id & 0x8000) !== 0;
      if ((id & 0x3fff) === wanted) {
        if (!isComplex) return value;
        const text = Buffer.from(bytesOf(record).subarray(complex, complex + value)).toString("utf16le");
        return text.replaceAll("\u0000", "");
      }
      if (isComplex) complex += value;
    }
  }
  return undefined;
}
