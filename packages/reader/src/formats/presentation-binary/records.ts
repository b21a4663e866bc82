/** A record of the binary formats of Office: its kind, and its content as a view of the stream. */
export type PptRecord = { type: number; instance: number; isContainer: boolean; data: DataView; at: number };

/** More records than this in one container stand for damage. */
const maxRecords = 200_000;
const headerBytes = 8;

/** The record at a place of a stream; undefined when none fits there. A record that is cut off is as long as it can be. */
export function recordAt(stream: DataView, at: number): PptRecord | undefined {
  if (at < 0 || at + headerBytes > stream.byteLength) return undefined;
  const head = stream.getUint16(at, true);
  const length = Math.min(stream.getUint32(at + 4, true), stream.byteLength - at - headerBytes);
  return {
    type: stream.getUint16(at + 2, true),
    instance: head >> 4,
    isContainer: (head & 0x0f) === 0x0f,
    data: new DataView(stream.buffer, stream.byteOffset + at + headerBytes, length),
    at,
  };
}

/** The records inside a container, one level deep. */
export function* recordsIn({ data }: { data: DataView }): Generator<PptRecord> {
  let at = 0;
  for (let count = 0; count < maxRecords; count += 1) {
    const record = recordAt(data, at);
    if (!record) return;
    yield record;
    at += headerBytes + record.data.byteLength;
  }
}

/** The first record of a type inside a container. */
export function recordOf(container: { data: DataView } | undefined, type: number): PptRecord | undefined {
  if (!container) return undefined;
  for (const record of recordsIn(container)) if (record.type === type) return record;
  return undefined;
}

/** Follows types from container to container. */
export const recordAlong = (container: PptRecord | undefined, ...types: number[]): PptRecord | undefined =>
  types.reduce<PptRecord | undefined>((found, type) => recordOf(found, type), container);

/** A number inside a record; 0 beyond its end. */
export const u32 = ({ data }: PptRecord, at: number): number =>
  at + 4 <= data.byteLength ? data.getUint32(at, true) : 0;

export const i32 = ({ data }: PptRecord, at: number): number =>
  at + 4 <= data.byteLength ? data.getInt32(at, true) : 0;

export const i16 = ({ data }: PptRecord, at: number): number =>
  at + 2 <= data.byteLength ? data.getInt16(at, true) : 0;

export const u16 = ({ data }: PptRecord, at: number): number =>
  at + 2 <= data.byteLength ? data.getUint16(at, true) : 0;

export const bytesOf = ({ data }: PptRecord): Uint8Array =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** Kinds of records, by the names of the format's description. */
export const kinds = {
  document: 0x03e8,
  documentAtom: 0x03e9,
  slide: 0x03ee,
  slideAtom: 0x03ef,
  notes: 0x03f0,
  notesAtom: 0x03f1,
  slidePersist: 0x03f3,
  slideInfo: 0x03f9,
  drawingGroup: 0x040b,
  drawing: 0x040c,
  placeholder: 0x0bc3,
  outlineText: 0x0f9e,
  textHeader: 0x0f9f,
  textCharacters: 0x0fa0,
  textStyle: 0x0fa1,
  textBytes: 0x0fa8,
  slideList: 0x0ff0,
  userEdit: 0x0ff5,
  persistDirectory: 0x1772,
  artGroup: 0xf000,
  pictures: 0xf001,
  artDrawing: 0xf002,
  shapeGroup: 0xf003,
  shape: 0xf004,
  picture: 0xf007,
  groupFrame: 0xf009,
  shapeAtom: 0xf00a,
  options: 0xf00b,
  textBox: 0xf00d,
  childAnchor: 0xf00f,
  anchor: 0xf010,
  clientData: 0xf011,
  moreOptions: 0xf122,
} as const;
