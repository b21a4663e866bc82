import { strToU8, zipSync } from "fflate";

const namespaces = ["office", "table", "text"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");
const cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>';

/** A spreadsheet of some hundred bytes with a text in each of a million rows: drawn on one page, it takes minutes. */
export const hugePageOds = (): Uint8Array =>
  zipSync({
    mimetype: [strToU8("application/vnd.oasis.opendocument.spreadsheet"), { level: 0 }],
    "META-INF/manifest.xml": strToU8(
      `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">
        <manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>
        <manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
      </manifest:manifest>`,
    ),
    "content.xml": strToU8(
      `<office:document-content ${namespaces} office:version="1.3"><office:body><office:spreadsheet><table:table table:name="a">
        <table:table-row table:number-rows-repeated="1048575">${cell}</table:table-row>
        <table:table-row><table:table-cell table:number-columns-repeated="16383"/>${cell}</table:table-row>
      </table:table></office:spreadsheet></office:body></office:document-content>`,
    ),
  });
