import { strToU8, zipSync } from "fflate";

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = "http://schemas.openxmlformats.org";
const types = (overrides: string) =>
  `${header}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`;
const relationships = (...items: [id: string, kind: string, target: string, external?: boolean][]) =>
  `${header}<Relationships xmlns="${office}/package/2006/relationships">${items
    .map(
      ([id, kind, target, external]) =>
        `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${kind}" Target="${target}"${external ? ' TargetMode="External"' : ""}/>`,
    )
    .join("")}</Relationships>`;
const zipped = (entries: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])));

/** A Word document whose picture, template and field lie elsewhere. */
export const linkingDocx = (pictures: string[], template: string): Uint8Array =>
  zipped({
    "[Content_Types].xml": types(
      `<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/>`,
    ),
    "_rels/.rels": relationships(["rId1", "officeDocument", "word/document.xml"]),
    "word/_rels/document.xml.rels": relationships(
      ["rIdS", "settings", "settings.xml"],
      ...pictures.map((url, index): [string, string, string, boolean] => [`rId${index}`, "image", url, true]),
    ),
    "word/_rels/settings.xml.rels": relationships(["rId1", "attachedTemplate", template, true]),
    "word/settings.xml": `${header}<w:settings xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><w:attachedTemplate r:id="rId1"/></w:settings>`,
    "word/document.xml": `${header}<w:document xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships" xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing" xmlns:a="${office}/drawingml/2006/main" xmlns:pic="${office}/drawingml/2006/picture"><w:body><w:p><w:r><w:t>Linked pictures</w:t></w:r></w:p>${pictures
      .map(
        (
          url,
          index,
        ) => `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="${index + 1}" name="p"/><a:graphic><a:graphicData uri="${office}/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${index + 1}" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId${index}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>
<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>INCLUDEPICTURE "${url}" \\d</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      )
      .join("")}</w:body></w:document>`,
  });

/** An OpenDocument text whose pictures and sections lie elsewhere. */
export const linkingOdt = (pictures: string[], texts: string[]): Uint8Array =>
  zipped({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    "content.xml": `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:text><text:p>Linked pictures</text:p>${pictures
      .map(
        (url) =>
          `<text:p><draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${url}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`,
      )
      .join("")}${texts
      .map(
        (url, index) =>
          `<text:section text:name="S${index}"><text:section-source xlink:href="${url}" xlink:type="simple" text:filter-name="Text"/><text:p/></text:section>`,
      )
      .join("")}</office:text></office:body></office:document-content>`,
  });

/** A workbook that asks the web and another workbook for its values. */
export const linkingXlsx = (url: string): Uint8Array =>
  zipped({
    "[Content_Types].xml": types(
      `<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/>`,
    ),
    "_rels/.rels": relationships(["rId1", "officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `${header}<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets><externalReferences><externalReference r:id="rId2"/></externalReferences></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships(
      ["rId1", "worksheet", "worksheets/sheet1.xml"],
      ["rId2", "externalLink", "externalLinks/externalLink1.xml"],
    ),
    "xl/externalLinks/externalLink1.xml": `${header}<externalLink xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><externalBook r:id="rId1"><sheetNames><sheetName val="Sheet1"/></sheetNames></externalBook></externalLink>`,
    "xl/externalLinks/_rels/externalLink1.xml.rels": relationships([
      "rId1",
      "externalLinkPath",
      `${url}.xlsx`,
      true,
    ]),
    "xl/worksheets/sheet1.xml": `${header}<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="str"><f>_xlfn.WEBSERVICE("${url}")</f></c><c r="B1"><f>[1]Sheet1!$A$1</f></c><c r="C1"><v>7</v></c></row></sheetData></worksheet>`,
  });

/** RTF, as it is in many files named `.doc`. */
export const linkingRtf = (url: string): Uint8Array =>
  strToU8(
    String.raw`{\rtf1\ansi{\*\template ${url}}Linked{\field{\*\fldinst { INCLUDEPICTURE "${url}" \\d}}{\fldrslt }}{\field{\*\fldinst { INCLUDETEXT "${url}"}}{\fldrslt }}\par}`,
  );
