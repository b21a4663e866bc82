import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, it } from "vitest";
import { selfContained } from "./self-contained.ts";

const secret = "file:///etc/secret.png";
const clean = (parts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(
      unzipSync(
        selfContained(
          zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
        ).bytes,
      ),
    ).map(([name, part]) => [name, strFromU8(part)]),
  );
const docx = (parts: Record<string, string>) => clean({ "word/document.xml": "<w:document/>", ...parts });
/** An XML part without its declaration. */
const xml = (text: string, name = "word/a.xml") =>
  docx({ [name]: text })[name]?.replace(/^<\?xml.*\?>\n/, "");
const rtf = (text: string) =>
  Buffer.from(selfContained(Buffer.from(`{\\rtf1 ${text}}`, "latin1")).bytes)
    .toString("latin1")
    .slice(7, -1);

it.each([
  ["a picture by address", `<a xlink:href="${secret}"/>`, "<a></a>"],
  ["an address with a break in it", `<a href="fi&#10;le:/x"/>`, "<a></a>"],
  ["a way up, plain or encoded", `<a href="../x"><b href="a/%2e%2e/%2e%2e/x"/></a>`, "<a><b></b></a>"],
  ["a path of the machine", `<a src="/etc/x"><b src="\\\\server\\x"/></a>`, "<a><b></b></a>"],
  ["a file in any attribute", `<a anything="${secret}"/>`, "<a></a>"],
  ["a script, with what is in it", `<a><script>x<b/></script><c/></a>`, "<a><c></c></a>"],
  ["HTML in a drawing", `<svg><foreignObject><p>x</p></foreignObject></svg>`, "<svg></svg>"],
  ["handlers of a drawing", `<svg onload="x()"><use href="b.svg#a"/></svg>`, "<svg><use></use></svg>"],
  ["styles by address", `<svg><style>@import url(x.css)</style></svg>`, "<svg><style></style></svg>"],
  ["styles with an escape", `<a style="fill: u\\72l(x)"/>`, "<a></a>"],
  ["fills by address", `<a fill="url(${secret})"/>`, "<a></a>"],
  [
    "a document type, and its entities",
    `<!DOCTYPE a [<!ENTITY b SYSTEM "${secret}">]><a>&b;</a>`,
    "<a>&amp;b;</a>",
  ],
  ["a style sheet of the document", `<?xml-stylesheet href="${secret}"?><a/>`, "<a></a>"],
  ["a section from elsewhere", `<a><text:section-source xlink:href="x"/><p>x</p></a>`, "<a><p>x</p></a>"],
  ["a package in an attribute", `<v:shape o:gfxdata="UEsDBBQ"/>`, "<v:shape></v:shape>"],
  ["an SVG as data", `<a href="data:image/svg+xml;base64,PHN2Zy8+"/>`, "<a></a>"],
  ["an SVG that says it is a PNG", `<a href="data:image/png;base64,PHN2Zy8+"/>`, "<a></a>"],
  [
    "an SVG inside the text",
    `<a><office:binary-data>PHN2Zy8+</office:binary-data></a>`,
    "<a><office:binary-data></office:binary-data></a>",
  ],
  ["a formula that fetches", `<c><f>WEB<x/>SERVICE("x")</f><v>7</v></c>`, "<c><f></f><v>7</v></c>"],
  ["a field that fetches, however it is cut", field("INCL", 'UDEPICTURE "x"'), field("", "")],
  [
    "a field without an end",
    field("LINK x").replace(/<w:r><w:fldChar w:fldCharType="separate".*/, "</w:p>"),
    `<w:p><w:fldChar w:fldCharType="begin"></w:fldChar><w:instrText></w:instrText></w:p>`,
  ],
  [
    "a simple field that fetches",
    `<w:fldSimple w:instr="DDE a b"><w:t>7</w:t></w:fldSimple>`,
    "<w:fldSimple><w:t>7</w:t></w:fldSimple>",
  ],
])("takes out %s", (_, before, after) => {
  expect(xml(before)).toBe(after);
});

function field(...instructions: string[]): string {
  const mark = (kind: string) => `<w:fldChar w:fldCharType="${kind}"></w:fldChar>`;
  const texts = instructions.map((text) => `<w:instrText>${text}</w:instrText>`).join("");
  return `<w:p>${mark("begin")}${texts}<w:r>${mark("separate")}</w:r><w:t>old</w:t>${mark("end")}</w:p>`;
}

it.each([
  ["parts of its own", `<a href="Pictures/a.png"><b href="#id" src="./Object 1"></b></a>`],
  ["fills of its own", `<svg><rect fill="url(#a)" style="fill: url('#a')"></rect></svg>`],
  ["fields of its own", field("PAGE")],
  ["formulas", "<c><f>SUM(A1:B2)</f><v>7</v></c>"],
  ["namespaces", `<a xmlns="http://www.w3.org/2000/svg" xmlns:b="urn:b"></a>`],
  ["text, with its spaces", '<a xml:space="preserve"> one &lt; &amp; two\n <b>three</b> </a>'],
])("leaves %s", (_, text) => {
  expect(xml(text)).toBe(text);
});

it("drops relationships to what is no part of the package, and lets links lead nowhere", () => {
  const rels = `<Relationships><Relationship Id="1" Target="${secret}"/><Relationship Id="2" Target="a" TargetMode="External"/><Relationship Id="3" Target="//server/a"/><Relationship Id="4" Target="../media/a.png"/><Relationship Id="5" Type="http://x/hyperlink" Target="${secret}" TargetMode="External"/></Relationships>`;
  expect(xml(rels, "word/_rels/document.xml.rels")).toBe(
    `<Relationships><Relationship Id="4" Target="../media/a.png"></Relationship><Relationship Id="5" Type="http://x/hyperlink" Target="#" TargetMode="External"></Relationship></Relationships>`,
  );
});

it("reads XML in UTF-16, and passes over other parts than pictures, fonts and documents", () => {
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`<a href="${secret}">ü</a>`, "utf16le"),
  ]);
  const png = Buffer.from("89504e470d0a1a0a0000", "hex");
  const inner = zipSync({ "word/document.xml": strToU8(`<a href="${secret}"/>`) });
  const parts = unzipSync(
    selfContained(
      zipSync({
        "word/document.xml": wide,
        "word/media/a.png": png,
        "word/media/b.eps": strToU8("%!PS (x) run"),
        "word/media/c.svg": strToU8(`junk <svg><image href="${secret}"/></svg>`),
        "word/embeddings/a.docx": inner,
        "word/vbaProject.bin": png,
      }),
    ).bytes,
  );
  expect(strFromU8(parts["word/document.xml"] ?? png)).toContain("<a>ü</a>");
  expect(Buffer.from(parts["word/media/a.png"] ?? [])).toEqual(png);
  const inside = unzipSync(parts["word/embeddings/a.docx"] ?? png)["word/document.xml"] ?? png;
  expect(strFromU8(inside)).toContain("<a></a>");
  for (const name of ["word/media/b.eps", "word/media/c.svg", "word/vbaProject.bin"])
    expect([name, parts[name]?.length]).toEqual([name, 0]);
});

it("says what a document is by its bytes", () => {
  const open = (media: string) =>
    selfContained(zipSync({ mimetype: strToU8(media), "content.xml": strToU8("<a/>") })).kind;
  expect(open("application/vnd.oasis.opendocument.presentation")).toBe("odp");
  expect(open("application/vnd.oasis.opendocument.text-template")).toBe("odt");
  expect(selfContained(strToU8("{\\rtf1 a}")).kind).toBe("rtf");
  expect(() => selfContained(strToU8("<html><img src='x'>"))).toThrow("not an office document");
  expect(() => selfContained(zipSync({ "a.txt": strToU8("a") }))).toThrow("not an office document");
});

it.each([
  [
    "a field that fetches",
    String.raw`a{\field{\*\fldinst { INCL}{UDEPICTURE "x"}}{\fldrslt old}}b`,
    String.raw`a{\field{}{\fldrslt old}}b`,
  ],
  ["a field in hexadecimal", String.raw`{\field{\*\fldinst \'49\'4eCLUDETEXT "x"}}`, String.raw`{\field{}}`],
  ["a field whose destination comes late", String.raw`{\b\fldinst LINK x}`, "{}"],
  [
    "an object, but not its result",
    String.raw`{\object\objlink{\*\objdata 0105}{\result x}}`,
    String.raw`{\object\objlink{}{\result x}}`,
  ],
  ["a template", String.raw`\ansi{\*\template x}Text`, String.raw`\ansi{}Text`],
  ["an SVG that says it is a PNG", String.raw`{\pict\pngblip 3c7376672f3e}`, "{}"],
  ["a picture by address", String.raw`{\sp{\sn pibName}{\sv file:///x}}`, String.raw`{\sp{\sn pibName}{}}`],
])("takes %s out of RTF", (_, before, after) => {
  expect(rtf(before)).toBe(after);
});

it("leaves text, fields and pictures of RTF as they are", () => {
  const text = String.raw`\b Bold\b0 \'e4 {\field{\*\fldinst PAGE}{\fldrslt 1}}{\pict\pngblip 89504e470d0a1a0a00}{\pict\wmetafile8\bin6 `;
  expect(rtf(`${text}\u00d7\u00cd\u00c6\u009a{}} end`)).toBe(`${text}\u00d7\u00cd\u00c6\u009a{}} end`);
});
