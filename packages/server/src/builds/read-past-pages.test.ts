import { expect, test } from "vitest";
import { beginning, type DocumentReader, type PreparedPart } from "./document-reader.ts";
import { ReaderStoppedError } from "./errors.ts";
import { readPastPages } from "./read-past-pages.ts";

const stopAt = (page: number | null) => new ReaderStoppedError("nothing moved", { page, workedMs: 1_000 });
const totals = (message: string | null, failedPages: number[] = []): PreparedPart => ({
  kind: "totals",
  totalPages: 9,
  method: "fast",
  failedPages,
  message,
});
const request = { bytes: Buffer.from("bytes"), fileName: "a.pdf", extension: "pdf", after: beginning };

/** Stops at each of the pages that is not given up, and tells what it was asked. */
function stoppingAt(pages: (number | null)[], message: string | null = null) {
  const asked: { bytes: string; givenUp: readonly number[]; spentMs: number }[] = [];
  const read: DocumentReader = async function* ({ bytes, givenUpPages = [] }, { spentMs = 0 }) {
    asked.push({ bytes: bytes.toString(), givenUp: [...givenUpPages], spentMs });
    const next = pages.find((page) => page === null || !givenUpPages.includes(page));
    if (next !== undefined) throw stopAt(next);
    yield totals(message, [...givenUpPages]);
  };
  return { asked, read };
}

async function read(reader: DocumentReader, bytesAgain?: () => Promise<Uint8Array>) {
  const limits = { signal: AbortSignal.any([]), onProgress: () => {}, silenceMs: 60_000, bytesAgain };
  const parts: PreparedPart[] = [];
  for await (const part of readPastPages(reader, request, limits)) parts.push(part);
  return parts;
}
const again = async () => Buffer.from("again");

test("leaves a page out that stops the reader, with the bytes once more, and counts the time of all attempts", async () => {
  const { asked, read: reader } = stoppingAt([7, 3], "read as fast");
  expect(await read(reader, again)).toEqual([
    {
      ...totals("read as fast", [7, 3]),
      failure: "Pages 3, 7 were left out: they could not be read within 60 seconds each.",
    },
  ]);
  expect(asked).toEqual([
    { bytes: "bytes", givenUp: [], spentMs: 0 },
    { bytes: "again", givenUp: [7], spentMs: 1_000 },
    { bytes: "again", givenUp: [7, 3], spentMs: 2_000 },
  ]);
});

test("says nothing of pages that did not stop it", async () => {
  expect(await read(stoppingAt([]).read, again)).toEqual([totals(null)]);
});

test.each([
  ["without a page there is nothing to leave out", [null], again],
  ["without the bytes there is no second time", [2], undefined],
  ["with too many of them the document is to blame", [1, 2, 3, 4, 5, 6], again],
])("%s", async (_, pages, bytesAgain) => {
  await expect(read(stoppingAt(pages).read, bytesAgain)).rejects.toThrow("nothing moved");
});

test("what was passed on is not read twice", async () => {
  const reader: DocumentReader = async function* () {
    yield { kind: "elements", elements: [] };
    throw stopAt(2);
  };
  await expect(read(reader, again)).rejects.toThrow("nothing moved");
});
