import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import {
  BlobDamagedError,
  BlobMissingError,
  type BlobStore,
  BlobTooLargeError,
} from "../../src/ports/blob-store.ts";
import { collect } from "./examples.ts";

export type BlobStoreUnderTest = {
  store: BlobStore;
  /** Opens the same storage again, as after a restart. */
  openAgain(): Promise<BlobStore>;
  /** Replaces the stored bytes, as a failing disk or a person would. */
  damage(projectId: string, contentHash: string, bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
};

async function* streamOf(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
}

const hashOf = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const limit = 1_000_000;

export const describeBlobStore = (name: string, open: () => Promise<BlobStoreUnderTest>): void => {
  describe(`BlobStore: ${name}`, () => {
    let opened: BlobStoreUnderTest;
    let store: BlobStore;
    const projectId = newId();
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.close());

    const put = async (content: string, project = projectId): Promise<string> => {
      const staged = await store.stage(streamOf(content), limit);
      await store.commit(project, staged);
      return staged.contentHash;
    };
    const text = async (contentHash: string, project = projectId): Promise<string> =>
      Buffer.from(await store.read(project, contentHash)).toString();
    const listed = () => collect(store.list());

    it("returns any bytes unchanged, with their size and SHA-256", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), async (parts) => {
          const bytes = Buffer.concat(parts);
          const staged = await store.stage(streamOf(...parts), limit);
          expect(staged).toMatchObject({ size: bytes.length, contentHash: hashOf(bytes) });
          await store.commit(projectId, staged);
          expect(Buffer.from(await store.read(projectId, staged.contentHash))).toEqual(bytes);
        }),
        { numRuns: 20 },
      );
    });

    it("keeps committed bytes over a restart, and lists them by project", async () => {
      const other = newId();
      const [first, second] = [await put("one"), await put("two", other)];
      store = await opened.openAgain();
      expect(await text(first)).toBe("one");
      expect(await text(second, other)).toBe("two");
      const all = await listed();
      expect(all).toHaveLength(2);
      expect(all).toEqual(
        expect.arrayContaining([
          { projectId, contentHash: first },
          { projectId: other, contentHash: second },
        ]),
      );
    });

    it("shows nothing before the commit, or after a discard or a restart", async () => {
      const staged = await store.stage(streamOf("one"), limit);
      const discarded = await store.stage(streamOf("two"), limit);
      await store.discard(discarded);
      expect(await listed()).toEqual([]);
      await expect(store.read(projectId, staged.contentHash)).rejects.toThrow(BlobMissingError);
      await expect(store.commit(projectId, discarded)).rejects.toThrow();
      store = await opened.openAgain();
      await expect(store.commit(projectId, staged)).rejects.toThrow();
      expect(await listed()).toEqual([]);
    });

    it("commits the same bytes twice without complaint, also at once", async () => {
      const hash = await put("same");
      await Promise.all([put("same"), put("same"), put("same")]);
      expect(await text(hash)).toBe("same");
      expect(await listed()).toEqual([{ projectId, contentHash: hash }]);
    });

    it("keeps projects apart that hold the same bytes", async () => {
      const other = newId();
      const hash = await put("same");
      await expect(store.read(other, hash)).rejects.toThrow(BlobMissingError);
      await put("same", other);
      expect(await store.remove(projectId, hash)).toBe(true);
      expect(await text(hash, other)).toBe("same");
    });

    it("removes bytes, and returns false when there are none", async () => {
      const hash = await put("one");
      expect(await store.remove(projectId, hash)).toBe(true);
      expect(await store.remove(projectId, hash)).toBe(false);
      expect(await store.remove(newId(), hash)).toBe(false);
      await expect(store.read(projectId, hash)).rejects.toThrow(BlobMissingError);
      expect(await listed()).toEqual([]);
    });

    it("commits and removes side by side without losing what was committed", async () => {
      const going = await Promise.all(Array.from({ length: 20 }, (_, index) => put(`going ${index}`)));
      const coming = Array.from({ length: 20 }, (_, index) => `coming ${index}`);
      await Promise.all([
        ...going.map((hash) => store.remove(projectId, hash)),
        ...coming.map((each) => put(each)),
      ]);
      for (const each of coming) expect(await text(hashOf(each))).toBe(each);
      expect(await listed()).toHaveLength(coming.length);
    });

    it("reads large bytes in pieces", async () => {
      const staged = await store.stage(streamOf(Buffer.alloc(900_000, 7)), limit);
      await store.commit(projectId, staged);
      const pieces = await collect(store.readStream(projectId, staged.contentHash));
      expect(pieces.length).toBeGreaterThan(1);
      expect(Buffer.concat(pieces)).toEqual(Buffer.alloc(900_000, 7));
      await expect(collect(store.readStream(newId(), staged.contentHash))).rejects.toThrow(BlobMissingError);
    });

    it("reads any range of the bytes, both ends included, with the size beforehand", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ minLength: 1, maxLength: 300 }),
          fc.nat(299),
          fc.nat(299),
          async (bytes, one, other) => {
            const staged = await store.stage(streamOf(bytes), limit);
            await store.commit(projectId, staged);
            expect(await store.size(projectId, staged.contentHash)).toBe(bytes.length);
            const [start = 0, end = 0] = [one % bytes.length, other % bytes.length].sort((a, b) => a - b);
            const pieces = await collect(store.readRange(projectId, staged.contentHash, { start, end }));
            expect(Buffer.concat(pieces)).toEqual(Buffer.from(bytes.subarray(start, end + 1)));
          },
        ),
        { numRuns: 20 },
      );
    });

    it("reads a large range in pieces", async () => {
      const bytes = Buffer.from(Array.from({ length: 900_000 }, (_, index) => index % 251));
      const staged = await store.stage(streamOf(bytes), limit);
      await store.commit(projectId, staged);
      const range = { start: 100_001, end: 899_998 };
      const pieces = await collect(store.readRange(projectId, staged.contentHash, range));
      expect(pieces.length).toBeGreaterThan(1);
      expect(Buffer.concat(pieces).equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
    });

    it("has neither a size nor a range of bytes that are missing", async () => {
      const hash = hashOf("never stored");
      await expect(store.size(projectId, hash)).rejects.toThrow(BlobMissingError);
      await expect(collect(store.readRange(projectId, hash, { start: 0, end: 1 }))).rejects.toThrow(
        BlobMissingError,
      );
    });

    it("never ends a range early without saying so", async () => {
      const hash = await put("twelve bytes");
      await opened.damage(projectId, hash, Buffer.from("twelve"));
      await expect(collect(store.readRange(projectId, hash, { start: 2, end: 9 }))).rejects.toThrow(
        BlobDamagedError,
      );
    });

    it.each([
      ["changed", "0ne"],
      ["cut short", "o"],
      ["emptied", ""],
    ])(
      "never takes bytes that were %s for those that were stored, until they are stored again",
      async (_case, now) => {
        const hash = await put("one");
        await opened.damage(projectId, hash, Buffer.from(now));
        await expect(store.read(projectId, hash)).rejects.toThrow(BlobDamagedError);
        await expect(collect(store.readStream(projectId, hash))).rejects.toThrow(BlobDamagedError);
        await put("one");
        expect(await text(hash)).toBe("one");
      },
    );

    it("takes the maximum of bytes and not one more, and reads no further ones", async () => {
      expect(await store.stage(streamOf("12345", "67890"), 10)).toMatchObject({ size: 10 });
      let asked = 0;
      async function* endless(): AsyncGenerator<Uint8Array> {
        for (;;) {
          asked += 1;
          yield Buffer.alloc(4);
        }
      }
      await expect(store.stage(endless(), 10)).rejects.toThrow(BlobTooLargeError);
      expect(asked).toBe(3);
    });

    it("passes on why a stream broke off", async () => {
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Buffer.from("half");
        throw new Error("the client went away");
      }
      await expect(store.stage(broken(), limit)).rejects.toThrow("the client went away");
    });

    it("waits for the disk before it reads more, so that memory stays flat", async () => {
      let open = 0;
      let maxOpen = 0;
      const parts: AsyncIterable<Uint8Array> = {
        [Symbol.asyncIterator]: () => {
          let left = 50;
          return {
            next: async () => {
              open += 1;
              maxOpen = Math.max(maxOpen, open);
              await new Promise(setImmediate);
              open -= 1;
              left -= 1;
              return left < 0
                ? { done: true, value: undefined }
                : { done: false, value: Buffer.alloc(64_000, left) };
            },
          };
        },
      };
      expect(await store.stage(parts, 10_000_000)).toMatchObject({ size: 50 * 64_000 });
      expect(maxOpen).toBe(1);
    });

    it.each(["../../etc", "", ".", "A".repeat(64), "ab/../cd"])(
      "takes '%s' for no name of bytes",
      async (odd) => {
        await expect(store.read(projectId, odd)).rejects.toThrow("names no");
        await expect(store.read(odd, "ab".repeat(32))).rejects.toThrow("names no");
        await expect(store.size(projectId, odd)).rejects.toThrow("names no");
        await expect(store.remove(projectId, odd)).rejects.toThrow("names no");
        await expect(
          store.discard({ stagingId: odd, size: 0, contentHash: "ab".repeat(32) }),
        ).rejects.toThrow("names no");
      },
    );
  });
};
