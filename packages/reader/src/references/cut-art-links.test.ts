import { expect, it } from "vitest";
import { cutArtLinks, cutPictureLinks, cutPresentationObjects } from "./cut-art-links.ts";

/** The header of a record of Office drawings: version and instance, type, length. */
const record = (start: number, type: number, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(start, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
};
const property = (id: number, value: number) => {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16LE(id, 0);
  bytes.writeUInt32LE(value, 2);
  return bytes;
};

it("makes linked pictures of shapes ones without a link, and leaves the other properties", () => {
  const name = Buffer.from("/etc/secret.png\0", "utf16le");
  const title = Buffer.from("A title\0", "utf16le");
  const shape = (pictureName: Buffer, flags: number) =>
    record(
      (4 << 4) | 3,
      0xf00b,
      Buffer.concat([
        property(0x0105 | 0x8000, name.length),
        property(0x0106, flags),
        property(0x0380 | 0x8000, title.length),
        property(0x0004, 7),
        pictureName,
        title,
      ]),
    );
  const stream = Buffer.concat([Buffer.from("before"), shape(name, 0x0e), Buffer.from("after")]);
  cutArtLinks(stream);
  const without = Buffer.concat([
    Buffer.from("before"),
    shape(Buffer.alloc(name.length), 0),
    Buffer.from("after"),
  ]);
  expect(stream).toEqual(without);
});

it("makes pictures of Word that are a name of a file ones of no kind", () => {
  const picture = (kind: number, name: string) => {
    const bytes = Buffer.alloc(0x44 + 1 + name.length);
    bytes.writeUInt32LE(bytes.length, 0);
    bytes.writeUInt16LE(0x44, 4);
    bytes.writeUInt16LE(kind, 6);
    bytes.writeUInt8(name.length, 0x44);
    bytes.write(name, 0x45);
    return bytes;
  };
  const stream = Buffer.concat([
    picture(98, "/etc/a.tif"),
    picture(102, "/etc/b.png"),
    picture(100, "/etc/c"),
  ]);
  cutPictureLinks(stream);
  expect(stream).toEqual(
    Buffer.concat([picture(0, "/etc/a.tif"), picture(102, " ".repeat(10)), picture(100, "/etc/c")]),
  );
});

it("takes objects of other programs out of presentations, where they are records of their own", () => {
  const inner = record(0, 0x1011, Buffer.from("text"));
  const stream = Buffer.concat([record(0, 0x1011, Buffer.from("object")), record(15, 1000, inner)]);
  cutPresentationObjects(stream);
  expect(stream).toEqual(Buffer.concat([record(0, 0x0fff, Buffer.from("object")), record(15, 1000, inner)]));
});
