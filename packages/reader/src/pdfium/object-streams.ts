import { inflateSync } from "node:zlib";

/** Object streams of one file are unpacked up to this size together. */
export const maxUnpackedBytes = 64_000_000;

/** The text of a compressed stream that begins at `from`, one character a byte. "" for a damaged or encrypted one. */
export function unpackedStream(file: Buffer, from: number, maxLength: number): string {
  const data = file.subarray(from, file.indexOf("endstream", from, "latin1"));
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, maxLength), finishFlush: 2 }).toString("latin1");
  } catch {
    return "";
  }
}

/** The text of each object stream of a file. Null where one can't be unpacked. */
export function* objectStreams(file: Buffer): Generator<string | null> {
  let unpacked = 0;
  let end = 0;
  for (let at = file.indexOf("/ObjStm"); at >= 0; at = file.indexOf("/ObjStm", Math.max(at + 1, end))) {
    const stream = file.indexOf("stream", at);
    const dictionary = file.toString("latin1", Math.max(end, file.lastIndexOf("obj", at)), stream);
    const isPlain =
      /\/FlateDecode\b/.test(dictionary) && !/\/(?:Predictor|ASCII\w*|LZW\w*)\b/.test(dictionary);
    const from = stream + (file[stream + 6] === 0x0d ? 8 : 7);
    const text = isPlain && stream > 0 ? unpackedStream(file, from, maxUnpackedBytes - unpacked) : "";
    unpacked += text.length;
    end = Math.max(end, file.indexOf("endstream", from));
    yield text === "" ? null : text;
  }
}
