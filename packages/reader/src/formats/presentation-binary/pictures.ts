import { bytesOf, kinds, type PptRecord, recordAlong, recordAt, recordsIn, u32 } from "./records.ts";

/** The bytes of a picture by its 1-based number in the presentation; undefined for forms other than PNG and JPEG. */
export type Pictures = (number: number) => Uint8Array | undefined;

const png = 0xf01e;
const jpegs = [0xf01d, 0xf02a];
/** Where a description of a picture says at which byte of the stream it lies. */
const placeAt = 28;
const signatureBytes = 16;

/** Pictures lie in a stream of their own. A picture may carry two signatures; then its instance is odd. */
export function readPictures(document: PptRecord, stream: Uint8Array | undefined): Pictures {
  const list = recordAlong(document, kinds.drawingGroup, kinds.artGroup, kinds.pictures);
  const places = list
    ? [...recordsIn(list)].map((record) => (record.type === kinds.picture ? u32(record, placeAt) : -1))
    : [];
  const view = stream && new DataView(stream.buffer, stream.byteOffset, stream.length);
  return (number) => {
    const place = places[number - 1] ?? -1;
    const record = view && place >= 0 ? recordAt(view, place) : undefined;
    if (!record || (record.type !== png && !jpegs.includes(record.type))) return undefined;
    return bytesOf(record).subarray(signatureBytes * (record.instance % 2 === 1 ? 2 : 1) + 1);
  };
}
