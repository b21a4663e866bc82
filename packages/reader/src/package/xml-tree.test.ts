import { expect, test } from "vitest";
import { ParseError } from "../parse-error.ts";
import { xmlChildren } from "./xml-tree.ts";

const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const drawing = "http://schemas.openxmlformats.org/drawingml/2006/main";
const read = (xml: string) => xmlChildren(new TextEncoder().encode(xml), "w:body");

test("a prefix has its nearest declaration, and its former one after that element ends", () => {
  const [paragraph, after] = read(
    `<q:body xmlns:q="${main}"><q:p q:id="1"><q:x xmlns:q="${drawing}" q:id="2"/><q:r/></q:p><q:p/></q:body>`,
  );
  expect(paragraph).toMatchObject({ name: "w:p", attributes: { "w:id": "1" } });
  expect(paragraph?.children).toMatchObject([{ name: "a:x", attributes: { "a:id": "2" } }, { name: "w:r" }]);
  expect(after?.name).toBe("w:p");
});

test("the default namespace applies to elements, not to attributes", () => {
  const [paragraph] = read(`<body xmlns="${main}"><p id="1"><x xmlns=""/></p></body>`);
  expect(paragraph).toMatchObject({ name: "w:p", attributes: { id: "1" }, children: [{ name: "x" }] });
});

test("entities that the document does not define stay as they are written", () => {
  const [paragraph] = read(
    `<w:body xmlns:w="${main}"><w:p>&lt;&constructor;&toString;&nbsp;&#65;</w:p></w:body>`,
  );
  expect(paragraph?.text).toBe("<&constructor;&toString;&nbsp;A");
});

test("too many namespaces are refused", () => {
  const declared = Array.from({ length: 300 }, (_, index) => `xmlns:n${index}="u:${index}"`).join(" ");
  expect(() => read(`<w:body xmlns:w="${main}" ${declared}><w:p/></w:body>`)).toThrow(ParseError);
});
