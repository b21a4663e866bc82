import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { layerFacts } from "./layer-facts.ts";

const catalogue = (config: string) => `<</Type/Catalog/OCProperties<</OCGs[7 0 R]/D<<${config}>>>>>>`;

/** An object stream with this text, as programs write them. */
function packed(text: string, filter = "/Filter/FlateDecode"): Buffer {
  const data = deflateSync(Buffer.from(`1 0 ${text}`, "latin1"));
  return Buffer.concat([
    Buffer.from(`5 0 obj\n<</Type/ObjStm/N 1/First 4${filter}/Length ${data.length}>>\nstream\r\n`, "latin1"),
    data,
    Buffer.from("\nendstream\nendobj\n", "latin1"),
  ]);
}

const mayHide = (...parts: (string | Buffer)[]) =>
  layerFacts(Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)))).mayHide();

describe("a file whose layers all show", () => {
  it.each([
    ["no layers", ["<</Type/Catalog>>"]],
    ["layers without a configuration", [catalogue("/Order[7 0 R]")]],
    ["an empty list of hidden ones", [catalogue("/ON[7 0 R]/OFF[ ]")]],
    ["layers in an object stream", [packed(catalogue("/Order[7 0 R]")), packed("<</Type/Font>>")]],
    ["the use of a layer", ["7 0 obj<</Type/OCG/Usage<</View<</ViewState/ON>>>>>>", catalogue("")]],
  ])("needs no drawing: %s", (_what, parts) => {
    expect(mayHide(...parts)).toBe(false);
  });
});

describe("a file with a layer that may be hidden", () => {
  it.each([
    ["a hidden layer", [catalogue("/OFF[7 0 R]")]],
    ["a list of hidden layers elsewhere", [catalogue("/OFF 9 0 R")]],
    ["all layers hidden at first", [catalogue("/BaseState /OFF")]],
    ["a layer hidden by its use", ["7 0 obj<</Type/OCG/Usage<</View<</ViewState/OFF>>>>>>", catalogue("")]],
    [
      "a group that shows while its layers don't",
      ["8 0 obj<</Type/OCMD/P/AllOff/OCGs 7 0 R>>", catalogue("")],
    ],
    [
      "a hidden layer in a second object stream",
      [packed("<</Type/Font>>"), packed(catalogue("/OFF[7 0 R]"))],
    ],
    ["an object stream in another encoding", [packed(catalogue(""), "/Filter/LZWDecode")]],
    ["an encrypted file", ["trailer<</Encrypt 3 0 R>>", packed(catalogue(""))]],
  ])("has its layered text drawn: %s", (_what, parts) => {
    expect(mayHide(...parts)).toBe(true);
  });
});
