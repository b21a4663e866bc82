import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { expect, it } from "vitest";
import { acquireContext } from "../../../../testing/acquire-context.ts";
import { type FakeAnswer, fakeWeb } from "../../../../testing/fake-web.ts";
import type { KeptDownload } from "../../../ports/kept-downloads.ts";
import type { AcquiredDocument } from "../acquire.ts";
import { createAcquireRepository } from "./acquire-repository.ts";

const mebibyte = 1024 * 1024;

/** An archive as GitHub packs it: all files below one folder. */
async function archive(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const packed = pack();
  packed.entry({ name: "lamp-1/", type: "directory" });
  packed.entry({ name: "lamp-1/link.md", type: "symlink", linkname: "a.md" });
  for (const [path, bytes] of Object.entries(files))
    packed.entry({ name: `lamp-1/${path}` }, Buffer.from(bytes));
  packed.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of packed) pieces.push(piece as Buffer);
  return gzipSync(Buffer.concat(pieces));
}

/** Reads a repository whose archives are given by the name of the branch. */
async function read(
  address: string,
  archives: Record<string, FakeAnswer>,
  limits = { files: 100, bytes: 10 * mebibyte },
  kept = new Map<string, KeptDownload>(),
) {
  const at = "https://archives.example/anna/lamp/tar.gz";
  const fetcher = fakeWeb(({ url }) => archives[url.slice(at.length + 1)] ?? { status: 404 });
  const acquire = createAcquireRepository({
    fetcher,
    archives: "https://archives.example",
    limits,
    downloads: {
      find: async (_place, name) => kept.get(name) ?? null,
      keep: async (_place, name, facts, content) => {
        const pieces: Uint8Array[] = [];
        for await (const piece of content) pieces.push(piece);
        kept.set(name, {
          facts,
          content: async function* () {
            yield* pieces;
          },
        });
      },
    },
  });
  const context = acquireContext();
  const documents: AcquiredDocument[] = [];
  const url = `https://github.com/anna/lamp${address}`;
  const addressed = { url, crawl: null, httpsOnly: false, render: false, languages: null };
  for await (const document of acquire(addressed, context)) documents.push(document);
  const asked = fetcher.requests.map((request) => request.url.slice(at.length + 1));
  return { documents, paths: documents.map(({ fileName }) => fileName), context, asked, fetcher, kept };
}
const files = {
  "a.md": "# Lamp",
  "src/main.ts": "export const lamp = 1;\n",
  "src/odd name.txt": "Text.",
  "src/blank.ts": "\n\n",
  "blank.md": " \n",
  "empty.bin2": "",
  "zero.ts": "a\0b",
  "photo.png": "png",
  "vendor/x.ts": "let x;",
  "long.txt": "x".repeat(mebibyte + 1),
};

it("reads prose as documents and code as snippets, and counts what it leaves out", async () => {
  const { documents, context, asked, fetcher } = await read("", { HEAD: { body: await archive(files) } });
  const shared = { repository: "anna/lamp", ref: "HEAD" };
  const blob = "https://github.com/anna/lamp/blob/HEAD";
  expect(documents.map(({ elements, ...document }) => ({ ...document, elements: elements?.length }))).toEqual(
    [
      {
        ...{ bytes: Buffer.from("# Lamp"), fileName: "a.md", extension: "md", oneOfMany: true },
        metadata: { ...shared, path: "a.md", url: `${blob}/a.md` },
      },
      {
        ...{
          bytes: new Uint8Array(),
          fileName: "src/main.ts",
          extension: "code",
          oneOfMany: true,
          elements: 2,
        },
        metadata: { ...shared, path: "src/main.ts", language: "typescript" },
      },
      {
        ...{ bytes: Buffer.from("Text."), fileName: "src/odd name.txt", extension: "txt", oneOfMany: true },
        metadata: { ...shared, path: "src/odd name.txt", url: `${blob}/src/odd%20name.txt` },
      },
    ],
  );
  expect(documents[1]?.elements?.[1]?.metadata?.url).toBe(`${blob}/src/main.ts#L1-L1`);
  expect(context.progress).toEqual(["1/7", "2/7", "3/7"]);
  // Of the files without a name of a binary one: zero.ts, and those that say nothing though they have bytes.
  expect(context.leftOut).toEqual({ limit: 0, vendored: 1, binary: 4, tooLong: 1 });
  expect(context.notes).toEqual([
    "3 files of the repository were read.",
    "Skipped files: 1 written by programs or for other projects, 4 binary, 1 longer than 1 MB.",
  ]);
  expect(asked).toEqual(["HEAD"]);
  expect(fetcher.requests[0]?.maxBytes).toBe(50 * mebibyte);
});

it("keeps its archive: an attempt that was interrupted fetches it once", async () => {
  const first = await read("", { HEAD: { body: await archive({ "a.md": "# A" }) } });
  const second = await read("", {}, undefined, first.kept);
  expect([second.paths, second.asked]).toEqual([["a.md"], []]);
});

it("finds where the branch ends and the folder begins", async () => {
  const body = await archive({ "docs/a.md": "# A", "docs2/b.md": "# B", docs: "no folder" });
  const { paths, asked, documents } = await read("/tree/feature/one%20x/docs", {
    "feature/one%20x": { body },
  });
  expect(asked).toEqual(["feature", "feature/one%20x"]);
  expect(paths).toEqual(["docs/a.md", "docs"]);
  expect(documents[0]?.metadata).toMatchObject({
    ref: "feature/one x",
    url: "https://github.com/anna/lamp/blob/feature/one%20x/docs/a.md",
  });
});

it("asks for no branch of more than five parts, and says that there is none", async () => {
  const url = "https://github.com/anna/lamp/tree/1/2/3/4/5/6";
  await expect(
    read("/tree/1/2/3/4/5/6", { "1/2/3/4/5/6": { body: await archive(files) } }),
  ).rejects.toMatchObject({
    status: 404,
    message: `${url} could not be fetched: GitHub has no public repository, branch or tag of that name (404).`,
  });
  await expect(read("", { HEAD: { status: 403 } })).rejects.toMatchObject({ status: 403 });
  await expect(read("/issues/1", {})).rejects.toThrow("is not an address of a GitHub repository.");
});

it("reads a file that the address names, though it is one of another project", async () => {
  const { paths } = await read("/blob/main/vendor/x.ts", { main: { body: await archive(files) } });
  expect(paths).toEqual(["vendor/x.ts"]);
});

it.each([
  [{ files: 1, bytes: mebibyte }, ["a.md"], "2 files lie beyond the limit of 1 file."],
  [{ files: 9, bytes: 4 }, ["a.md", "c.md"], "1 file lies beyond the limit of 0 MB."],
])("stops at its limits %o, and counts the rest", async (limits, expected, note) => {
  const body = await archive({ "a.md": "12", "b.md": "123", "c.md": "12" });
  const { paths, context } = await read("", { HEAD: { body } }, limits);
  expect(paths).toEqual(expected);
  expect(context.notes[1]).toBe(note);
  expect(context.progress.at(-1)).toBe(`${expected.length}/${Math.min(limits.files, 3)}`);
});

it("says why there is nothing to read", async () => {
  const url = "https://github.com/anna/lamp";
  const reading = async (address: string, given: Record<string, string>) =>
    read(address, { HEAD: { body: await archive(given) }, main: { body: await archive(given) } });
  await expect(reading("", {})).rejects.toThrow(`${url} has no files.`);
  await expect(reading("/tree/main/docs", { "a.md": "# A" })).rejects.toThrow(
    `${url}/tree/main/docs could not be read: the repository has no 'docs'.`,
  );
  for (const file of ["a.png", "vendor/a.md"])
    await expect(reading("", { [file]: "x" })).rejects.toThrow(
      `${url} has no text to read: its files are binary`,
    );
});

it("says that an archive is damaged", async () => {
  const whole = await archive({ "a.md": "# A", "b.md": "b".repeat(5_000) });
  for (const body of [
    Buffer.from("no archive"),
    whole.subarray(0, whole.length - 60),
    gzipSync("x".repeat(1_024)),
  ])
    await expect(read("", { HEAD: { body } })).rejects.toThrow(
      "The archive of https://github.com/anna/lamp is damaged.",
    );
});
