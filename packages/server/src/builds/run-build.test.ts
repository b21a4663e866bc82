import { ParseError } from "@headwater/reader";
import { expect, test } from "vitest";
import { createInProcessLock } from "../adapters/memory/in-process-lock.ts";
import type { ChunkStore } from "../chunks/chunk-store.ts";
import type { Element } from "../elements/element.ts";
import { type ElementStore, VersionRemovedError } from "../elements/element-store.ts";
import type { AcquiredDocument } from "../sources/acquire/acquire.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { Build } from "./build.ts";
import type { DocumentReader, PreparedPart } from "./document-reader.ts";
import type { FirstVersion } from "./first-versions.ts";
import { createRunBuild } from "./run-build.ts";

const build = {
  buildId: "build",
  projectId: "project",
  fileId: "file",
  method: "fast",
  methodNamed: true,
  task: "again",
} as Build;
const options = {
  signal: new AbortController().signal,
  onProgress: () => {},
  onRead: () => {},
  hasCompany: () => false,
};

const elements = (...texts: string[]): PreparedPart => ({
  kind: "elements",
  elements: texts.map((text) => ({ text }) as Element),
});
const totals = (totalPages = 1, message: string | null = null): PreparedPart => ({
  kind: "totals",
  method: "fast",
  totalPages,
  failedPages: [],
  message,
});
const fileNamed = (fileName: string): AcquiredDocument => ({
  bytes: Buffer.from("text"),
  fileName,
  extension: "txt",
});

async function* readOnePage(): AsyncGenerator<PreparedPart> {
  yield totals();
}

const never: DocumentReader = () => {
  throw new Error("This reader is for other sources");
};

/** A source whose version `old` answers; `removed` is what the stores were told to remove. */
function pipeline({
  failing,
  newerBuild = false,
  documents = ["a.txt"],
  read = readOnePage,
  fetched = false,
  isFirst = false,
  same,
}: {
  failing?: "add" | "remove";
  newerBuild?: boolean;
  documents?: string[];
  read?: DocumentReader;
  fetched?: boolean;
  /** The source has no version yet. */
  isFirst?: boolean;
  /** What the copied version holds; a throw is its removal. */
  same?: () => AsyncIterable<Element[]>;
}) {
  const removed: string[] = [];
  const begun: string[] = [];
  const written: string[] = [];
  const atOnce: FirstVersion[] = [];
  let pages: unknown;
  let active = "old";
  const run = createRunBuild({
    sources: { find: async () => ({ fileSource: fetched ? "url" : "local file" }) } as unknown as SourceStore,
    acquire: async function* (_source, { note }) {
      for (const name of documents) yield { ...fileNamed(name), ...(fetched ? { oneOfMany: true } : {}) };
      if (fetched) note("Noted.");
    },
    elements: {
      beginVersion: async ({ versionId }: { versionId: string }) => void begun.push(versionId),
      addElements: async (_versionId: string, batch: Element[]) =>
        void written.push(batch.map(({ text }) => text).join(" ")),
      setPages: async (_versionId: string, told: unknown) => {
        pages = told;
      },
      activate: async (_fileId: string, versionId: string) => {
        const replaced = active;
        active = versionId;
        return replaced;
      },
      removeVersion: async (versionId: string) => {
        removed.push(versionId);
        if (failing === "remove") throw new Error("rows can't be removed");
      },
      findSame: async () =>
        same ? { versionId: "theirs", fileId: "original", method: "fast", totalPages: 7 } : null,
      stream: () => same?.(),
    } as unknown as ElementStore,
    chunks: {
      begin: async () => {},
      add: async () => {
        if (failing === "add") throw new Error("the chunks can't be written");
      },
      findSet: async () => "their chunks",
      listSet: async function* () {},
    } as unknown as ChunkStore,
    firstVersions: {
      async add(version) {
        if (isFirst) atOnce.push(version);
        return isFirst;
      },
    },
    builds: { isLatest: async () => !newerBuild },
    read: fetched ? never : read,
    readFetched: fetched ? read : never,
    cutTerms: async () => [],
    reader: "this one",
    lock: createInProcessLock(),
    pageMs: 60_000,
  });
  return { run, removed, begun, written, atOnce, active: () => active, pages: () => pages };
}

test("a version whose chunks can't be written is removed, and the one before keeps answering", async () => {
  const { run, removed, begun, active } = pipeline({
    failing: "add",
    async *read() {
      yield elements("one");
      yield { kind: "chunks", chunks: [] };
    },
  });
  await expect(run(build, options)).rejects.toThrow("can't be written");
  expect(active()).toBe("old");
  expect(removed).toEqual(begun);
  expect(removed).toHaveLength(1);
});

test("a document that can't be read to its end leaves nothing, and a new attempt starts anew", async () => {
  const { run, removed, begun, active } = pipeline({
    async *read() {
      yield elements("one");
      throw new Error("the page is torn");
    },
  });
  await expect(run(build, options)).rejects.toThrow("torn");
  await expect(run(build, options)).rejects.toThrow("torn");
  expect(active()).toBe("old");
  expect(removed).toEqual(begun);
  expect(new Set(begun).size).toBe(2);
});

test("a document that ends without totals does not become the one that answers", async () => {
  const { run, active } = pipeline({
    async *read() {
      yield elements("one");
    },
  });
  await expect(run(build, options)).rejects.toThrow("read to their end");
  expect(active()).toBe("old");
});

test("nothing is begun for a document of which nothing can be read", async () => {
  const { run, begun, removed } = pipeline({
    // biome-ignore lint/correctness/useYield: it fails before the first part
    async *read() {
      throw new Error("not a PDF");
    },
  });
  await expect(run(build, options)).rejects.toThrow("not a PDF");
  expect([...begun, ...removed]).toEqual([]);
});

test("each part is written before the next one is asked for", async () => {
  const { run, written } = pipeline({
    async *read() {
      for (const text of ["one", "two", "three"]) {
        yield elements(text);
        expect(written.at(-1)).toBe(text);
      }
      yield totals();
    },
  });
  expect(await run(build, options)).toMatchObject({ totalPartitions: 3 });
});

test("several documents of a source become one version, their numbers going on", async () => {
  const asked: unknown[] = [];
  const { run, pages } = pipeline({
    documents: ["a.txt", "b.pdf"],
    async *read({ fileName, after }) {
      asked.push([fileName, after]);
      yield elements("one", "two");
      yield totals(3, "read as fast");
    },
  });
  expect(await run(build, options)).toEqual({
    totalPartitions: 4,
    totalPages: 6,
    failedPages: [],
    message: "read as fast",
  });
  expect(pages()).toEqual({ totalPages: 6, failedPages: [], message: "read as fast" });
  expect(asked).toEqual([
    ["a.txt", { elements: 0, chunks: 0, pages: 0 }],
    ["b.pdf", { elements: 2, chunks: 0, pages: 3 }],
  ]);
});

test("the version that answers stays when the one it replaced can't be cleared away", async () => {
  const { run, removed, active } = pipeline({ failing: "remove" });
  await expect(run(build, options)).rejects.toThrow("can't be removed");
  expect(active()).not.toBe("old");
  expect(removed).not.toContain(active());
});

test("an older build that ends after a newer one was asked for does not take its place", async () => {
  const { run, removed, active } = pipeline({ newerBuild: true });
  await run(build, options);
  expect(active()).toBe("old");
  expect(removed).toHaveLength(1);
});

test("a build that lost its lease while it wrote does not become the one that answers", async () => {
  const { run, active } = pipeline({});
  const lost = AbortSignal.abort(new Error("lost"));
  await expect(run(build, { ...options, signal: lost })).rejects.toThrow("lost");
  expect(active()).toBe("old");
});

test("of many that are fetched, one that can't be read is a failed page; when none can, the build fails", async () => {
  const fails = (...names: string[]): DocumentReader =>
    async function* ({ fileName }) {
      if (names.includes(fileName)) throw new ParseError(`${fileName} is damaged`);
      yield elements(fileName);
      yield totals();
    };
  const documents = ["a.html", "b.html", "c.html"];
  const some = pipeline({ documents, fetched: true, read: fails("b.html") });
  expect(await some.run(build, options)).toMatchObject({
    totalPages: 3,
    failedPages: [2],
    message: "Page 2 could not be read: b.html is damaged. Noted.",
  });
  expect(some.written.join(" ")).toBe("a.html c.html");
  const none = pipeline({ documents, fetched: true, read: fails(...documents) });
  await expect(none.run(build, options)).rejects.toThrow("a.html is damaged");
});

const firstBuild = { ...build, task: "first" } as Build;

test("the first build of bytes that were read before takes that over, without a reader", async () => {
  const { run, written, removed } = pipeline({
    read: never,
    same: async function* () {
      yield [{ text: "theirs" } as Element];
    },
  });
  expect(await run(firstBuild, options)).toMatchObject({ duplicateOf: "original", totalPages: 7 });
  expect(written).toEqual(["theirs"]);
  expect(removed).toEqual(["old"]);
});

test("when the original goes while it is copied, the document is read, and nothing is left of the copy", async () => {
  // Too long to be held until it is whole.
  const theirs = "theirs".repeat(20_000);
  const { run, written, removed, begun } = pipeline({
    async *read() {
      yield elements("ours");
      yield totals(3);
    },
    same: async function* () {
      yield [{ text: theirs } as Element];
      throw new VersionRemovedError(theirs);
    },
  });
  const outcome = await run(firstBuild, options);
  expect(outcome).toMatchObject({ totalPages: 3, totalPartitions: 1 });
  expect(outcome.duplicateOf).toBeUndefined();
  expect(written).toEqual([theirs, "ours"]);
  expect(removed).toEqual([begun[0], "old"]);
});

test("a build that waits for the first reader of its bytes leaves at once when it is called off", async () => {
  const reading = Promise.withResolvers<void>();
  const { run, begun } = pipeline({
    async *read() {
      await reading.promise;
      yield totals();
    },
  });
  const first = run(firstBuild, options);
  const caller = new AbortController();
  const second = run(firstBuild, { ...options, signal: caller.signal });
  caller.abort(new Error("deleted"));
  await expect(second).rejects.toThrow("deleted");
  reading.resolve();
  await first;
  expect(begun).toHaveLength(1);
});

test("first builds of the same bytes take turns, so that the second one finds what the first one read", async () => {
  const events: string[] = [];
  const reading = Promise.withResolvers<void>();
  const { run } = pipeline({
    async *read() {
      events.push("begins");
      await reading.promise;
      yield totals();
      events.push("ends");
    },
  });
  const both = [run(firstBuild, options), run(firstBuild, options)];
  await expect.poll(() => events.length).toBe(1);
  reading.resolve();
  await Promise.all(both);
  expect(events).toEqual(["begins", "ends", "begins", "ends"]);
});

async function* readTwoParts(): AsyncGenerator<PreparedPart> {
  yield elements("one");
  yield elements("two");
  yield { kind: "chunks", chunks: [] };
  yield totals(2, "as it is");
}

test("the first version of a small document is written and activated in one step, once it is read", async () => {
  const { run, atOnce, begun, removed } = pipeline({ isFirst: true, read: readTwoParts });
  const atRead: number[] = [];
  const outcome = await run(firstBuild, { ...options, onRead: () => void atRead.push(atOnce.length) });
  expect(atRead).toEqual([0]);
  expect(outcome).toMatchObject({ totalPartitions: 2, totalPages: 2, message: "as it is" });
  const [version] = atOnce;
  expect(version?.elements.map(({ text }) => text)).toEqual(["one", "two"]);
  expect(version?.pages).toEqual({ totalPages: 2, failedPages: [], message: "as it is" });
  expect([atOnce.length, begun.length, removed.length]).toEqual([1, 0, 0]);
});

test("a small document whose source has a version already is written beside it", async () => {
  const { run, begun, written, active, pages, removed } = pipeline({ read: readTwoParts });
  await run(firstBuild, options);
  expect(written).toEqual(["one two"]);
  expect(pages()).toEqual({ totalPages: 2, failedPages: [], message: "as it is" });
  expect([active()]).toEqual(begun);
  expect(removed).toEqual(["old"]);
});

test("a small document leaves nothing when a newer build was asked for, or when it can't be read to its end", async () => {
  const newer = pipeline({ isFirst: true, newerBuild: true, read: readTwoParts });
  await newer.run(firstBuild, options);
  expect([newer.atOnce, newer.begun]).toEqual([[], []]);
  const torn = pipeline({
    isFirst: true,
    async *read() {
      yield elements("one");
      throw new Error("the page is torn");
    },
  });
  await expect(torn.run(firstBuild, options)).rejects.toThrow("torn");
  expect([torn.atOnce, torn.begun]).toEqual([[], []]);
});

test("a large document is written while it is read", async () => {
  for (const large of [
    elements("a".repeat(60_000), "b".repeat(60_000)),
    elements(...Array(101).fill("short")),
  ]) {
    const { run, atOnce, begun, written } = pipeline({
      isFirst: true,
      async *read() {
        yield elements("one");
        yield large;
        expect(begun).toHaveLength(1);
        yield elements("three");
        yield totals();
      },
    });
    await run(firstBuild, options);
    expect(atOnce).toEqual([]);
    expect(written).toHaveLength(2);
    expect(written[1]).toBe("three");
  }
});
