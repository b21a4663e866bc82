import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { Observation } from "../kernel/observe.ts";
import type { DocumentReader, PreparedPart } from "./document-reader.ts";
import { beginning } from "./document-reader.ts";
import { observeReading } from "./observe-reading.ts";

const totals: PreparedPart = {
  kind: "totals",
  totalPages: 5,
  failedPages: [2],
  method: "accurate",
  message: null,
};
const request = { bytes: new Uint8Array(), fileName: "a.pdf", extension: "pdf", after: beginning };
const limits = (signal: AbortSignal) => ({ signal, onProgress: () => {}, silenceMs: 1 });

async function observationsOf(read: DocumentReader, asked = request, signal = new AbortController().signal) {
  const told: Observation[] = [];
  const reading = Readable.from(
    observeReading(read, (each) => told.push(each))(asked, limits(signal)),
  ).toArray();
  await reading.catch(() => {});
  return told;
}

const whole: DocumentReader = async function* () {
  yield totals;
};
const broken: DocumentReader = async function* () {
  yield { kind: "elements", elements: [] };
  throw new Error("damaged");
};

it("tells format, method and the pages that came out", async () => {
  expect(await observationsOf(whole)).toEqual([
    {
      kind: "reading",
      format: "pdf",
      method: "accurate",
      result: "read",
      pages: 4,
      seconds: expect.any(Number),
    },
  ]);
});

it("counts only the pages that were asked for", async () => {
  expect(await observationsOf(whole, { ...request, pages: [2, 3] } as typeof request)).toMatchObject([
    { pages: 1 },
  ]);
});

it("tells a document that can't be read from one that is not needed any more", async () => {
  expect(await observationsOf(broken)).toMatchObject([{ result: "failed", pages: 0, method: "default" }]);
  expect(await observationsOf(broken, request, AbortSignal.abort())).toMatchObject([{ result: "stopped" }]);
});

it("gives no label to an extension that an address made up", async () => {
  expect(await observationsOf(whole, { ...request, extension: "x4711" })).toMatchObject([
    { format: "other" },
  ]);
});
