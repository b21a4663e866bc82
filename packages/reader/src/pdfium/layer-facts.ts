/** What a file's bytes tell about its layers (optional content). PDFium does not tell. */
export type LayerFacts = {
  /** False when no layer can be hidden. */
  mayHide: boolean;
  /** Whether forms, parts of a page that were made elsewhere, may belong to hidden layers. */
  mayHideForms: boolean;
};

/** Looks for the names that layers need. The dictionaries of forms are never compressed, those of the catalogue may be. */
export function layerFacts(bytes: Uint8Array): LayerFacts {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const mentions = (...names: string[]) => names.some((name) => file.includes(name, 0, "latin1"));
  const mayHide =
    mentions("/ObjStm") || (mentions("/OCProperties") && mentions("/OFF", "/BaseState", "/Usage"));
  return { mayHide, mayHideForms: mayHide && mentions("/OC ", "/OC<", "/OC\n", "/OC\r") };
}
