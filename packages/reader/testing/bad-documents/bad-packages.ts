import { constants, deflateRawSync } from "node:zlib";
import { makeCompound } from "../fixtures/compound.ts";
import { docxParagraph, makeDocx } from "../fixtures/docx.ts";
import { makeOdt, odtParagraph } from "../fixtures/odt.ts";
import { makePptx, pptxShape } from "../fixtures/pptx.ts";
import { makeXlsx } from "../fixtures/xlsx.ts";
import { makeZip, type ZipEntry } from "../fixtures/zip.ts";
import { type BadDocument, utf8 } from "./bad-document.ts";
import { partsOf } from "./parts-of.ts";

const text = "A sentence that can be read.";
const cell = `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;

/** A sound package of each kind, and the part that holds its text. */
const sound = [
  { extension: "docx", part: "word/document.xml", make: () => makeDocx({ body: docxParagraph(text) }) },
  { extension: "xlsx", part: "xl/worksheets/sheet1.xml", make: () => makeXlsx({ sheets: [{ data: cell }] }) },
  {
    extension: "pptx",
    part: "ppt/slides/slide1.xml",
    make: () => makePptx({ slides: [{ shapes: pptxShape(text) }] }),
  },
  { extension: "odt", part: "content.xml", make: () => makeOdt({ body: odtParagraph(text) }) },
];

/** A sound package whose main part is changed. */
const changed =
  ({ part, make }: (typeof sound)[number], change: (entry: ZipEntry) => ZipEntry) =>
  () =>
    makeZip(partsOf(make()).map((entry) => (entry.name === part ? change(entry) : entry)));

const withXml =
  (change: (xml: string) => string) =>
  (entry: ZipEntry): ZipEntry => ({
    ...entry,
    data: utf8(change(Buffer.from(entry.data).toString("utf8"))),
  });

const entities = `<!DOCTYPE x [<!ENTITY a "lol">${Array.from("bcdefghij", (name, level) => `<!ENTITY ${name} "${`&${"abcdefghi"[level]};`.repeat(10)}">`).join("")}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
/** Declares entities that grow to a billion words, and a file of the system, and uses both before the text. */
const withEntities = (xml: string) =>
  xml
    .replace(/^(?:<\?xml.*?\?>)?/, (declaration) => declaration + entities)
    .replace(text, `${text} &j;&file;`);
const deep = (xml: string) => xml.replace(text, `${"<a>".repeat(200_000)}${text}`);
const wideZeros = 1024 ** 3;

const expectsText = { reads: /A sentence that can be read/ };
export const badPackages: readonly BadDocument[] = sound.flatMap((kind): BadDocument[] => {
  const { extension } = kind;
  return [
    {
      name: `${extension}: entities that grow`,
      extension,
      make: changed(kind, withXml(withEntities)),
      // The entities stay as they are written; the file is not opened.
      expected: { reads: /^(?![\s\S]*(?:lollol|root:))[\s\S]*A sentence that can be read/ },
    },
    {
      name: `${extension}: elements in elements, 200,000 deep`,
      extension,
      make: changed(kind, withXml(deep)),
      expected: { reads: /A sentence that can be read|^$/ },
    },
    {
      name: `${extension}: a part that unpacks to a gigabyte`,
      extension,
      make: changed(kind, (entry) => ({
        ...entry,
        data: new Uint8Array(9),
        compressed: gigabyteOfZeros(),
        statedSize: wideZeros,
      })),
      expected: { says: /unpacked, it has more than 500 MB/ },
    },
    {
      name: `${extension}: a part that says it is small and unpacks to a gigabyte`,
      extension,
      make: changed(kind, (entry) => ({ ...entry, compressed: gigabyteOfZeros() })),
      expected: { says: /damaged|no text|no values|cannot be read/ },
    },
    {
      name: `${extension}: its main part twice`,
      extension,
      make: () => {
        const entries = partsOf(kind.make());
        return makeZip([...entries, ...entries.filter(({ name }) => name === kind.part)]);
      },
      expected: expectsText,
    },
    {
      name: `${extension}: parts that share their bytes`,
      extension,
      make: () => {
        const entries = partsOf(kind.make());
        const kernel = entries.findIndex(({ name }) => name === kind.part);
        const shared = Array.from({ length: 15_000 }, (_, index) => ({
          ...(entries[kernel] as ZipEntry),
          name: `${kind.part.replace(/[^/]*$/, "")}media/${index}.xml`,
          sharesBytesOf: kernel,
        }));
        return makeZip([...entries, ...shared]);
      },
      expected: expectsText,
    },
    {
      name: `${extension}: names that lead elsewhere`,
      extension,
      make: () =>
        makeZip([
          { name: "../../etc/passwd", data: utf8("x") },
          { name: "/tmp/x", data: utf8("x") },
          { name: "__proto__", data: utf8("x") },
          { name: "constructor", data: utf8("x") },
          ...partsOf(kind.make()),
        ]),
      expected: expectsText,
    },
    {
      name: `${extension}: more parts than any document has`,
      extension,
      make: () =>
        makeZip([
          ...partsOf(kind.make()),
          ...Array.from({ length: 30_000 }, (_, index) => ({
            name: `x/${index}`,
            data: new Uint8Array(0),
            stored: true,
          })),
        ]),
      expected: { says: /20,000 parts/ },
    },
    {
      name: `${extension}: parts that are encrypted`,
      extension,
      make: () => makeZip(partsOf(kind.make()).map((entry) => ({ ...entry, flags: 1 }))),
      expected: { says: /password/ },
    },
    {
      name: `${extension}: cut in the middle`,
      extension,
      make: () => kind.make().slice(0, 700),
      expected: { says: /damaged/ },
    },
    {
      name: `${extension}: a zip file of something else`,
      extension,
      make: () => makeZip([{ name: "notes/readme.md", data: utf8("# Notes") }]),
      expected: { says: /damaged|is not/ },
    },
    {
      name: `${extension}: a zip file within a zip file, forty deep`,
      extension,
      make: () => {
        let file = makeZip([{ name: "0.zip", data: new Uint8Array(100_000) }]);
        for (let level = 1; level < 40; level += 1)
          file = makeZip([{ name: `${level}.zip`, data: file, stored: true }]);
        return file;
      },
      expected: { says: /damaged|is not/ },
    },
    {
      name: `${extension}: protected by a password`,
      extension,
      make: () =>
        makeCompound({ EncryptionInfo: new Uint8Array(200), EncryptedPackage: new Uint8Array(5_000) }),
      expected: { says: /password/ },
    },
  ];
});

let zeros: Uint8Array | undefined;
/** A gigabyte of zeros, deflated: one block of a megabyte, a thousand times, and an end. */
function gigabyteOfZeros(): Uint8Array {
  zeros ??= deflatedZeros();
  return zeros;
}

function deflatedZeros(): Uint8Array {
  const megabyte = deflateRawSync(new Uint8Array(1024 ** 2), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  return Buffer.concat([...Array.from({ length: 1024 }, () => megabyte), Buffer.from([0x03, 0x00])]);
}
