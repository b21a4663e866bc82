import { expect, it } from "vitest";
import { createManualTimer, settle } from "../../testing/manual-timer.ts";
import { createPatientLanes } from "../kernel/patient-lanes.ts";
import type { BlobStore, Content } from "../ports/blob-store.ts";
import { ConversionError } from "../ports/office-converter.ts";
import { createOfficePages } from "./office-pages.ts";

const content = (contentHash: string, projectId = "p"): Content => ({ projectId, contentHash });

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** A converter whose work ends when the test says so. */
function setUp({
  used = () => true,
  lanes = 1,
  read = async (projectId, hash) => Buffer.from(`${projectId}/${hash}`),
}: {
  used?: (content: Content) => boolean;
  lanes?: number;
  read?: BlobStore["read"];
} = {}) {
  let nowMs = 0;
  const clock = {
    now: () => new Date(nowMs),
    advance: (milliseconds: number) => {
      nowMs += milliseconds;
    },
  };
  const { timer, pass } = createManualTimer(clock);
  const kept = new Map<string, Uint8Array>();
  const order: string[] = [];
  const works: PromiseWithResolvers<Uint8Array>[] = [];
  const notKept: unknown[] = [];
  const pages = createOfficePages({
    converter: {
      convert(document, signal) {
        order.push(Buffer.from(document).toString());
        const work = Promise.withResolvers<Uint8Array>();
        signal.addEventListener("abort", () => work.reject(signal.reason));
        works.push(work);
        return work.promise;
      },
    },
    lanes: createPatientLanes({ lanes, quickMs: 5_000, timer }),
    kept: {
      find: async ({ contentHash }) => kept.get(contentHash) ?? null,
      keep: async ({ contentHash }, pdf) => {
        if (pdf.byteLength > 10) throw new Error("disk full");
        kept.set(contentHash, pdf);
      },
      remove: async ({ contentHash }) => void kept.delete(contentHash),
      list: async () => [],
    },
    blobs: { read },
    isUsed: async (asked) => used(asked),
    tooBusy: (waiting) => new Error(`${waiting} wait`),
    onNotKept: (error) => notKept.push(error),
    signal: new AbortController().signal,
  });
  const begun = async (count: number) => {
    while (order.length < count) await new Promise(setImmediate);
  };
  const finish = async (index: number, pdf = Buffer.from("pdf")) => {
    await begun(index + 1);
    works[index]?.resolve(pdf);
  };
  const fail = async (index: number, error: Error) => {
    await begun(index + 1);
    works[index]?.reject(error);
  };
  return { pages, kept, order, begun, finish, fail, notKept, pass };
}

it("converts a document once for all who ask, and not again", async () => {
  const { pages, finish, order } = setUp();
  const both = Promise.all([pages.pdfOf(content("a")), pages.pdfOf(content("a"))]);
  await finish(0);
  expect((await both).map(textOf)).toEqual(["pdf", "pdf"]);
  await pages.pdfOf(content("a"));
  expect(order).toEqual(["p/a"]);
});

it("gives each caller bytes of its own: handing them to a thread takes them away", async () => {
  const { pages, finish } = setUp();
  const all = Array.from({ length: 50 }, () => pages.pdfOf(content("a")));
  await finish(0);
  for (const bytes of await Promise.all(all)) {
    expect(textOf(bytes)).toBe("pdf");
    structuredClone(bytes.buffer, { transfer: [bytes.buffer as ArrayBuffer] });
  }
});

it("shows a document beside ten that never end, and each of these ends by itself", async () => {
  const { pages, begun, finish, fail, pass, order } = setUp({ lanes: 2 });
  const endless = Array.from({ length: 10 }, (_, index) => pages.pdfOf(content(`e${index}`, "hostile")));
  const tooSlow = endless.map((shown) => expect(shown).rejects.toThrow("too slow"));
  await begun(2);
  const harmless = pages.pdfOf(content("h", "other"));
  await settle();
  await pass(5_000);
  await begun(4);
  expect(order.slice(0, 4)).toContain("other/h");
  await finish(order.indexOf("other/h"));
  expect(textOf(await harmless)).toBe("pdf");
  // Those that made room for others are begun again; each ends when its own time is over.
  for (let index = 0; index < 60; index += 1) {
    await pass(5_000);
    if (index < order.length) await fail(index, new ConversionError("too slow"));
  }
  await Promise.all(tooSlow);
});

it("converts one at a time, and projects take turns", async () => {
  const { pages, order, begun, finish } = setUp();
  const all = [content("1"), content("2"), content("3"), content("4", "q")].map((each) => pages.pdfOf(each));
  await begun(1);
  expect(order).toEqual(["p/1"]);
  for (const index of [0, 1, 2, 3]) await finish(index);
  await Promise.all(all);
  expect(order).toEqual(["p/1", "p/2", "q/4", "p/3"]);
});

it("refuses those who come when the queue is full, and takes the next ones again", async () => {
  const { pages, finish, begun } = setUp();
  const first = pages.pdfOf(content("first"));
  await begun(1);
  const waiting = Array.from({ length: 32 }, (_, index) => pages.pdfOf(content(`w${index}`)));
  await expect(pages.pdfOf(content("late"))).rejects.toThrow("32 wait");
  await finish(0);
  await first;
  await begun(2);
  const late = pages.pdfOf(content("late"));
  for (let index = 1; index <= 33; index += 1) await finish(index);
  await Promise.all([...waiting, late]);
});

it("does not try a document again at once that could not be converted; any other failure may pass", async () => {
  const { pages, order, fail, finish } = setUp();
  const broken = pages.pdfOf(content("a"));
  await fail(0, new ConversionError("broken"));
  await expect(broken).rejects.toThrow("broken");
  await expect(pages.pdfOf(content("a"))).rejects.toThrow("broken");
  expect(order.length).toBe(1);
  const unlucky = pages.pdfOf(content("b"));
  await fail(1, new Error("no memory"));
  await expect(unlucky).rejects.toThrow("no memory");
  const again = pages.pdfOf(content("b"));
  await finish(2);
  await again;
});

it("shows what can't be kept", async () => {
  const { pages, finish, notKept } = setUp();
  const shown = pages.pdfOf(content("a"));
  await finish(0, Buffer.alloc(100));
  expect((await shown).byteLength).toBe(100);
  expect(notKept).toEqual([new Error("disk full")]);
});

it("ends the work on bytes that are deleted, and keeps nothing of them", async () => {
  let isUsed = true;
  const { pages, kept, begun, finish } = setUp({ used: () => isUsed });
  const running = pages.pdfOf(content("a"));
  const waiting = pages.pdfOf(content("b"));
  await begun(1);
  await Promise.all([pages.forget(content("a")), expect(running).rejects.toThrow("File not found")]);
  isUsed = false; // b is deleted by someone who does not know that it is asked for
  await finish(1);
  await expect(waiting).rejects.toThrow("File not found");
  expect([...kept]).toEqual([]);
});

it("takes a PDF under another name as it is", async () => {
  const { pages, order } = setUp({ read: async () => Buffer.from("%PDF-1.7 …") });
  expect(textOf(await pages.pdfOf(content("a")))).toBe("%PDF-1.7 …");
  expect(order).toEqual([]);
});
