/** Properties of shapes ([MS-ODRAW] FOPT): names of pictures, and whether these lie outside. */
const propertiesType = 0xf00b;
const pictureNames = new Set([0x0105, 0x0187, 0x01c5]);
const pictureFlags = new Set([0x0106, 0x0188, 0x01c6]);
const complex = 0x8000;
const propertyBytes = 6;

const viewOf = (content: Uint8Array) => new DataView(content.buffer, content.byteOffset, content.byteLength);

/** Makes linked pictures of shapes ones without a link, wherever their properties are in a stream. */
export function cutArtLinks(content: Uint8Array): void {
  const view = viewOf(content);
  for (
    let at = content.indexOf(0x0b, 2);
    at >= 0 && at + 6 <= content.length;
    at = content.indexOf(0x0b, at + 1)
  ) {
    if (view.getUint16(at, true) !== propertiesType) continue;
    const versionAndCount = view.getUint16(at - 2, true);
    const count = versionAndCount >> 4;
    const from = at + 6;
    const length = view.getUint32(at + 2, true);
    if ((versionAndCount & 0xf) !== 3 || count * propertyBytes > length || from + length > content.length)
      continue;
    let data = from + count * propertyBytes;
    for (let property = from; property < from + count * propertyBytes; property += propertyBytes) {
      const id = view.getUint16(property, true);
      const value = view.getUint32(property + 2, true);
      if (pictureFlags.has(id & 0x3fff)) view.setUint32(property + 2, 0, true);
      if (!(id & complex)) continue;
      if (pictureNames.has(id & 0x3fff)) content.fill(0, data, Math.min(data + value, from + length));
      data += value;
    }
  }
}

const pictureHeaderBytes = 0x44;
/** Kinds of pictures of Word that are a name of a file: bitmaps and TIFF; and a shape followed by a name. */
const linkedKinds = new Set([94, 98, 99]);
const shapeWithName = 102;

/** The headers of pictures in a Word document's data ([MS-DOC] PICF). */
export function cutPictureLinks(content: Uint8Array): void {
  const view = viewOf(content);
  for (let at = 0; at + 4 <= content.length; at += 1) {
    if (view.getUint16(at, true) !== pictureHeaderBytes) continue;
    const kind = view.getUint16(at + 2, true);
    if (linkedKinds.has(kind)) view.setUint16(at + 2, 0, true);
    // After the header stands its name, as one byte of length and the characters.
    const name = at - 4 + pictureHeaderBytes;
    if (kind === shapeWithName && name < content.length)
      content.fill(0x20, name + 1, Math.min(name + 1 + (content[name] ?? 0), content.length));
  }
}

const objectStorageType = 0x1011;
/** A type that no program knows, and so passes over. */
const unknownType = 0x0fff;

/** Objects of other programs in a presentation ([MS-PPT] ExOleObjStg); the slide has a picture of each. */
export function cutPresentationObjects(content: Uint8Array): void {
  const view = viewOf(content);
  for (let at = 0; at + 8 <= content.length; at += 8 + view.getUint32(at + 4, true))
    if (view.getUint16(at + 2, true) === objectStorageType) view.setUint16(at + 2, unknownType, true);
}
