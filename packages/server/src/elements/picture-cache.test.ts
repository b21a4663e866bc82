import { expect, it } from "vitest";
import type { PageImage } from "../ports/page-renderer.ts";
import { createPictureCache } from "./picture-cache.ts";

const key = (contentHash: string, pageNumber = 1) => ({
  projectId: "project",
  contentHash,
  pageNumber,
  width: 900,
});
const picture = (bytes: number): PageImage => ({
  png: new Uint8Array(bytes),
  width: 1,
  height: 1,
  pageCount: 1,
});

function counting(bytes: number) {
  let made = 0;
  return {
    made: () => made,
    make: async () => {
      made += 1;
      return picture(bytes);
    },
  };
}

it("makes a picture once, however many ask at a time", async () => {
  const cache = createPictureCache(10_000);
  const { make, made } = counting(100);
  await Promise.all([cache.get(key("a"), make), cache.get(key("a"), make)]);
  await cache.get(key("a"), make);
  expect(made()).toBe(1);
  await cache.get(key("a", 2), make);
  expect(made()).toBe(2);
});

it("holds as many bytes as allowed, whatever their number, and lets the oldest go", async () => {
  const cache = createPictureCache(10_000);
  const small = counting(1_000);
  for (const name of ["a", "b", "c", "d", "e"]) await cache.get(key(name), small.make);
  await cache.get(key("a"), small.make);
  expect(small.made()).toBe(5);
  await cache.get(key("large"), counting(8_000).make);
  await cache.get(key("b"), small.make);
  expect(small.made()).toBe(6);
  const huge = counting(20_000);
  await cache.get(key("huge"), huge.make);
  await cache.get(key("huge"), huge.make);
  expect(huge.made()).toBe(2);
});

it("keeps no failure", async () => {
  const cache = createPictureCache(10_000);
  const failing = async () => {
    throw new Error("broken");
  };
  await expect(cache.get(key("a"), failing)).rejects.toThrow("broken");
  expect(await cache.get(key("a"), async () => null)).toBe(null);
});

it("forgets the pages of deleted bytes, also one that is being made", async () => {
  const cache = createPictureCache(10_000);
  const { make, made } = counting(100);
  const held = Promise.withResolvers<PageImage>();
  await cache.get(key("a"), make);
  await cache.get(key("b"), make);
  const unfinished = cache.get(key("a", 2), () => held.promise);
  cache.forget(key("a"));
  held.resolve(picture(100));
  await unfinished;
  await cache.get(key("a"), make);
  await cache.get(key("a", 2), make);
  await cache.get(key("b"), make);
  expect(made()).toBe(4);
});
