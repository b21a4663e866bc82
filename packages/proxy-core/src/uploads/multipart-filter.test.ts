import { Busboy } from "@fastify/busboy";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "../errors.ts";
import { createMultipartFilter } from "./multipart-filter.ts";

const encode = (text: string) => Buffer.from(text, "latin1");
const ours = '--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\nours\r\n';

function filterOf({ maxBytes = 1_000_000 } = {}) {
  const seen: { names: string[]; bytes: number } = { names: [], bytes: 0 };
  const filter = createMultipartFilter("b", {
    before: encode(ours),
    isWithheld: (name) => /^tags\b/i.test(name.trim()),
    onFile: (names) => seen.names.push(...names),
    onFileBytes(bytes) {
      seen.bytes = bytes;
      if (bytes > maxBytes) throw new RangeError("too large");
    },
  });
  return { filter, seen };
}

function passed(body: string, sizes: number[] = []): string {
  const { filter } = filterOf();
  const bytes = encode(body);
  let sent = "";
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    sent += Buffer.from(filter.pass(bytes.subarray(at, at + size))).toString("latin1");
    at = Math.min(bytes.length, at + size);
  }
  filter.end();
  return sent;
}

/** The fields as the service's own parser reads them. */
function fieldsOf(body: string): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const fields: [string, string][] = [];
    const parser = new Busboy({ headers: { "content-type": "multipart/form-data; boundary=b" } });
    parser.on("field", (name: string, value: string) => fields.push([name, value]));
    parser.on("file", (_name: string, content: NodeJS.ReadableStream) => content.resume());
    parser.on("error", reject);
    parser.on("finish", () => resolve(fields));
    parser.end(encode(body));
  });
}

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`;
const file = (content: string, name = '"a.md"') =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename=${name}\r\nContent-Type: text/markdown\r\n\r\n${content}\r\n`;
const end = "--b--\r\n";

test("what is allowed passes unchanged behind our fields, however it is cut", () => {
  const body =
    field('"method"', "fast") + file("one\r\n--bb\r\ntwo".replace("--bb", "--c")) + field('"x"', "") + end;
  expect(passed(body)).toBe(ours + body);
  for (let size = 1; size < body.length; size += 7) expect(passed(body, [size, 1, 2, 3])).toBe(ours + body);
  expect(passed(body, Array(body.length).fill(1))).toBe(ours + body);
});

test.each(['"tags"', "tags", '"Tags"', '"tags[]"', '"tags "'])(
  "a field %s of the browser gets another name",
  async (name) => {
    const body = field(name, "theirs") + file("text") + field(name, "later") + end;
    const sent = passed(body, [3, 40, 1]);
    expect(sent.length).toBe(ours.length + body.length);
    expect((await fieldsOf(sent)).filter(([each]) => /tags/i.test(each))).toEqual([["tags", "ours"]]);
  },
);

test.each([
  ["text before the first boundary", `text\r\n${field('"x"', "1")}${end}`],
  ["a boundary that goes on", `${field('"x"', "1")}--bc\r\n${end}`],
  ["a boundary followed by spaces", `--b \r\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n${end}`],
  ["a part without headers", `--b\r\n\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n${end}`],
  ["a part that ends within its headers", `--b\r\nX: y\r\n${field('"tags"', "x")}${end}`],
  ["folded headers", `--b\r\nContent-Disposition: form-data;\r\n name="tags"\r\n\r\nx\r\n${end}`],
  ["a bare line feed", `--b\r\nX: y\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n${end}`],
  [
    "two dispositions",
    `--b\r\nContent-Disposition: form-data; name="x"\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n${end}`,
  ],
  ["two names", field('"x"; name="tags"', "y") + end],
  ["an encoded name", field("\"x\"; name*=utf-8''tags", "y") + end],
  ["an escaped name", field('"t\\ags"', "y") + end],
  [
    "an escaped quote",
    `--b\r\nContent-Disposition: form-data; filename="a\\"; name=x; b="; name="tags"\r\n\r\nx\r\n${end}`,
  ],
  ["no end", field('"x"', "1")],
  ["headers without end", `--b\r\nX: ${"y".repeat(20_000)}`],
])("%s is refused", (_what, body) => {
  expect(() => passed(body)).toThrow(Refusal);
});

test("the blank line of one part cannot be the boundary of the next", async () => {
  const body = `--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n${field('"tags"', "theirs")}${end}`;
  const fields = await fieldsOf(passed(body));
  expect(fields.filter(([name]) => name === "tags")).toEqual([["tags", "ours"]]);
});

test("no mix of parts lets the service read a tag of the browser", async () => {
  const piece = fc.constantFrom(
    ...[
      "--b",
      "\r\n",
      "\n",
      "--",
      "\r\n--b\r\n",
      "\r\n--b--",
      "Content-Disposition: form-data; ",
      "content-disposition:form-data;",
    ],
    ...[
      'name="tags"',
      "name=tags",
      'name="x"',
      'filename="a.md"',
      "; ",
      '"',
      "\\",
      "\r\n\r\n",
      "theirs",
      "X: y\r\n",
      "tags",
      "=",
      " ",
    ],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 30 }),
      fc.array(fc.nat(20), { maxLength: 5 }),
      async (pieces, sizes) => {
        const start = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b\r\n';
        for (const body of [pieces.join("") + end, `${start + pieces.join("")}\r\n${end}`]) {
          let sent: string;
          try {
            sent = passed(body, sizes);
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
            continue;
          }
          const fields = await fieldsOf(sent).catch(() => []);
          expect(
            fields.filter(([name]) => /^tags$/i.test(name)).filter(([, value]) => value !== "ours"),
          ).toEqual([]);
          expect(fields.filter(([name]) => name === "tags").length).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

describe("files", () => {
  test("are told with every name that they bear, and counted to the byte", () => {
    for (const sizes of [[], [1, 50, 3], Array(400).fill(1)]) {
      const { filter, seen } = filterOf();
      const bytes = encode(file("x".repeat(300), "\"a.md\"; filename*=utf-8''b.exe") + end);
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        filter.pass(bytes.subarray(at, at + size));
        at += size;
      }
      filter.end();
      expect(seen).toEqual({ names: ["a.md", "utf-8''b.exe"], bytes: 300 });
    }
  });

  test("that are too large are refused while they pass, before their end has come", () => {
    const { filter } = filterOf({ maxBytes: 100 });
    filter.pass(encode(file("x".repeat(90)).slice(0, -2)));
    expect(() => filter.pass(encode("x".repeat(20)))).toThrow(RangeError);
  });
});
