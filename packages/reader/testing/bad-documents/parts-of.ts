import { unzipSync } from "fflate";
import type { ZipEntry } from "../fixtures/zip.ts";

/** The parts of a sound package, in its order. */
export const partsOf = (bytes: Uint8Array): ZipEntry[] =>
  Object.entries(unzipSync(bytes)).map(([name, data]) => ({ name, data }));
