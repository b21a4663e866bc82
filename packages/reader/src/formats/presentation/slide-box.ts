import type { BoundingBox } from "../../element.ts";
import { child, type XmlNode } from "../../package/xml-tree.ts";

/** English Metric Units, the unit of drawings, in a point. */
const emuPerPoint = 12_700;

/** How the coordinates inside a group lie on the slide, in points. */
export type Frame = {
  left: number;
  top: number;
  scaleX: number;
  scaleY: number;
  originX: number;
  originY: number;
};

export const slideFrame: Frame = { left: 0, top: 0, scaleX: 1, scaleY: 1, originX: 0, originY: 0 };

export const points = (emu: string | undefined): number => Number(emu ?? 0) / emuPerPoint || 0;

/** The box of a shape on the slide from its `a:xfrm` or `p:xfrm`; undefined when it states none. */
export function shapeBox(transform: XmlNode | undefined, frame: Frame): BoundingBox | undefined {
  const offset = child(transform, "a:off")?.attributes;
  const extent = child(transform, "a:ext")?.attributes;
  if (!offset || !extent) return undefined;
  const width = points(extent.cx) * frame.scaleX;
  const height = points(extent.cy) * frame.scaleY;
  const left = frame.left + (points(offset.x) - frame.originX) * frame.scaleX;
  const top = frame.top + (points(offset.y) - frame.originY) * frame.scaleY;
  // Turned by about 90 degrees, a shape is as wide as it was high, around the same center.
  const turn = (Math.abs(Number(transform?.attributes.rot ?? 0)) / 60_000) % 180;
  const upright = !(turn > 45 && turn < 135);
  const [w, h] = upright ? [width, height] : [height, width];
  return rounded({ left: left + (width - w) / 2, top: top + (height - h) / 2, width: w, height: h });
}

/** The frame of the shapes inside a group. */
export function groupFrame(group: XmlNode, frame: Frame): Frame {
  const transform = child(child(group, "p:grpSpPr"), "a:xfrm");
  const box = shapeBox(transform, frame);
  const origin = child(transform, "a:chOff")?.attributes;
  const extent = child(transform, "a:chExt")?.attributes;
  if (!box || !origin || !extent) return frame;
  const scale = (size: number, inner: string | undefined) => (points(inner) > 0 ? size / points(inner) : 1);
  return {
    left: box.left,
    top: box.top,
    scaleX: scale(box.width, extent.cx),
    scaleY: scale(box.height, extent.cy),
    originX: points(origin.x),
    originY: points(origin.y),
  };
}

const rounded = ({ left, top, width, height }: BoundingBox): BoundingBox => ({
  left: round(left),
  top: round(top),
  width: round(width),
  height: round(height),
});

const round = (value: number): number => Math.round(value * 100) / 100;
