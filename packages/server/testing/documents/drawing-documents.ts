import { strToU8, zipSync } from "fflate";
import { linkingDocx, linkingOdt } from "./linking-documents.ts";

/** A picture of one loud colour, 40 × 40: where it is drawn, a page shows pure magenta. */
export const canaryPicture = (): Uint8Array => {
  const [side, header] = [40, 54];
  const row = side * 3;
  const bytes = Buffer.alloc(header + side * row);
  bytes.write("BM");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(header, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(side, 18);
  bytes.writeInt32LE(side, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let at = header; at < bytes.length; at += 3) bytes.set([255, 0, 255], at);
  return bytes;
};

const svg = (address: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="300" viewBox="0 0 300 300"><rect width="300" height="300" fill="#eeeeee"/><image x="10" y="10" width="280" height="280" xlink:href="${address}"/></svg>`;

const open = "urn:oasis:names:tc:opendocument:xmlns";
const namespaces = `xmlns:office="${open}:office:1.0" xmlns:text="${open}:text:1.0" xmlns:draw="${open}:drawing:1.0" xmlns:svg="${open}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"`;
const package_ = (media: string, body: string, parts: Record<string, string> = {}) =>
  zipSync({
    mimetype: [strToU8(media), { level: 0 }],
    "META-INF/manifest.xml": strToU8(
      `<?xml version="1.0"?><manifest:manifest xmlns:manifest="${open}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${media}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>${Object.keys(
        parts,
      )
        .map(
          (name) =>
            `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${name.endsWith(".svg") ? "image/svg+xml" : "text/xml"}"/>`,
        )
        .join("")}</manifest:manifest>`,
    ),
    "content.xml": strToU8(
      `<?xml version="1.0"?><office:document-content ${namespaces}><office:body>${body}</office:body></office:document-content>`,
    ),
    ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  });

const frame = (href: string, element = "image") =>
  `<draw:frame text:anchor-type="as-char" svg:x="1cm" svg:y="1cm" svg:width="5cm" svg:height="5cm"><draw:${element} xlink:href="${href}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame>`;

const odt = "application/vnd.oasis.opendocument.text";
const odp = "application/vnd.oasis.opendocument.presentation";
const texts = (...paragraphs: string[]) =>
  `<office:text>${paragraphs.map((inner) => `<text:p>${inner}</text:p>`).join("")}</office:text>`;

/** Documents whose page shows the picture at an address, if it is drawn: how, what they are, and their bytes. */
export const drawingDocuments = (
  address: string,
): [how: string, kind: "odt" | "odp" | "docx" | "rtf", bytes: Uint8Array][] => [
  ["an ODT with a picture", "odt", linkingOdt([address], [])],
  [
    "an ODT with an SVG that has a picture",
    "odt",
    package_(odt, texts(frame("Pictures/a.svg")), { "Pictures/a.svg": svg(address) }),
  ],
  [
    "an ODT with an SVG in the text",
    "odt",
    package_(
      odt,
      texts(
        `<draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm"><draw:image><office:binary-data>${Buffer.from(svg(address)).toString("base64")}</office:binary-data></draw:image></draw:frame>`,
      ),
    ),
  ],
  [
    "an ODP",
    "odp",
    package_(
      odp,
      `<office:presentation><draw:page draw:name="1">${frame(address)}</draw:page></office:presentation>`,
    ),
  ],
  ["a DOCX with a linked picture and a field", "docx", linkingDocx([address], address)],
  [
    "an RTF with a field",
    "rtf",
    strToU8(
      String.raw`{\rtf1\ansi Field {\field{\*\fldinst { INCLUDEPICTURE "${address}" \\d}}{\fldrslt }}\par}`,
    ),
  ],
];
