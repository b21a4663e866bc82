import { objectStreams } from "./object-streams.ts";

/** What a file's bytes say about its layers (optional content). PDFium does not report it. */
export type LayerFacts = {
  /** False when the file has no layers. */
  hasLayers: boolean;
  /** Whether forms, parts of a page that were made elsewhere, may belong to layers. */
  hasFormLayers: boolean;
  /** Whether a layer may be hidden. The first call searches the file, so ask where a page has a layer only. */
  mayHide: () => boolean;
};

/**
 * What hides a layer: a list of hidden ones that is not empty or stands elsewhere, a state of all or of one, and groups
 * that show while their layers don't.
 */
const hides = /\/OFF\s*(?:\[\s*[^\]\s]|\d)|\/(?:BaseState|ViewState)\s*\/OFF|\/(?:AllOff|AnyOff|VE)\b/;

/** Looks for the names that layers need. The dictionaries of forms are never compressed, those of the catalogue may be. */
export function layerFacts(bytes: Uint8Array): LayerFacts {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const mentions = (...names: string[]) => names.some((name) => file.includes(name, 0, "latin1"));
  const hasLayers = mentions("/ObjStm", "/OCProperties");
  let mayHide: boolean | undefined;
  return {
    hasLayers,
    hasFormLayers: hasLayers && mentions("/OC ", "/OC<", "/OC\n", "/OC\r"),
    mayHide() {
      mayHide ??= hasLayers && mayHideLayers(file, mentions);
      return mayHide;
    },
  };
}

function mayHideLayers(file: Buffer, mentions: (...names: string[]) => boolean): boolean {
  if (mentions("/Encrypt")) return true;
  if (mentions("/OFF", "/AllOff", "/AnyOff", "/VE") && hides.test(file.toString("latin1"))) return true;
  for (const text of objectStreams(file)) if (text === null || hides.test(text)) return true;
  return false;
}
