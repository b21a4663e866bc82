import { type CompoundFile, passwordProtected } from "../../package/compound-file.ts";
import { ParseError } from "../../parse-error.ts";
import { madeByOldProgram } from "../../refuse-old-office.ts";
import { i32, kinds, type PptRecord, recordAt, recordsIn, u32 } from "./records.ts";

/** The parts of a presentation by their number. Later saves replace the parts of earlier ones. */
export type Persisted = { document: PptRecord; part(id: number): PptRecord | undefined };

const encryptedToken = 0xf3d1_c4df;
/** A file is saved anew after some thousand edits; this many only stand for a loop. */
const maxEdits = 10_000;

/** Finds the parts that are valid now. Throws ParseError when there is no presentation, or a password protects it. */
export function readPersisted(container: CompoundFile): Persisted {
  const content = container.stream("PowerPoint Document");
  if (!content && container.stream("PP40"))
    throw madeByOldProgram("The presentation was made by PowerPoint 95", "pptx");
  if (!content) throw damagedPresentation();
  const stream = new DataView(content.buffer, content.byteOffset, content.length);
  const user = container.stream("Current User");
  const userView = user && new DataView(user.buffer, user.byteOffset, user.length);
  if (userView && userView.byteLength >= 16 && userView.getUint32(12, true) === encryptedToken)
    throw passwordProtected();
  const places = new Map<number, number>();
  let documentId = 0;
  let at = userView && userView.byteLength >= 20 ? userView.getUint32(16, true) : 0;
  const seen = new Set<number>();
  while (at > 0 && !seen.has(at) && seen.size < maxEdits) {
    seen.add(at);
    const edit = recordAt(stream, at);
    if (edit?.type !== kinds.userEdit) break;
    documentId ||= u32(edit, 16);
    const directory = recordAt(stream, u32(edit, 12));
    if (directory?.type === kinds.persistDirectory) addPlaces(directory, places);
    at = u32(edit, 8);
  }
  const part = (id: number) => {
    const place = places.get(id);
    return place === undefined ? undefined : recordAt(stream, place);
  };
  const document = part(documentId) ?? firstOf(stream, kinds.document);
  if (document?.type !== kinds.document) throw damagedPresentation();
  return { document, part };
}

/** Runs of parts: the number of the first and their count, then their places. */
function addPlaces(directory: PptRecord, places: Map<number, number>): void {
  for (let at = 0; at + 4 <= directory.data.byteLength; ) {
    const run = u32(directory, at);
    const [first, count] = [run & 0xf_ffff, run >>> 20];
    for (let index = 0; index < count && at + 8 + index * 4 <= directory.data.byteLength; index += 1) {
      const id = first + index;
      if (!places.has(id)) places.set(id, i32(directory, at + 4 + index * 4));
    }
    at += 4 + count * 4;
  }
}

function firstOf(stream: DataView, type: number): PptRecord | undefined {
  for (const record of recordsIn({ data: stream })) if (record.type === type) return record;
  return undefined;
}

export const damagedPresentation = (cause?: unknown): ParseError =>
  new ParseError(
    "The presentation is damaged: its slides cannot be found. Upload an intact copy, or save it as .pptx.",
    { cause },
  );
