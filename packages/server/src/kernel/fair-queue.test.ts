import { describe, expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

const taken = (queue: { take(): string | undefined }): string[] => {
  const items: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) items.push(item);
  return items;
};

describe("the fair queue", () => {
  it("serves the single item of a key right after the first item of a key with many", () => {
    const queue = createFairQueue<string>();
    for (const item of ["a1", "a2", "a3"]) queue.push("a", item);
    queue.push("b", "b1");
    expect(taken(queue)).toEqual(["a1", "b1", "a2", "a3"]);
  });

  it("keeps the turns of keys while new items arrive", () => {
    const queue = createFairQueue<string>();
    queue.push("a", "a1");
    queue.push("a", "a2");
    queue.push("b", "b1");
    expect(queue.take()).toBe("a1");
    queue.push("c", "c1");
    expect(taken(queue)).toEqual(["b1", "a2", "c1"]);
  });

  it("puts a returned item first among those of its key", () => {
    const queue = createFairQueue<string>();
    queue.push("a", "a2");
    queue.unshift("a", "a1");
    expect(taken(queue)).toEqual(["a1", "a2"]);
  });

  it("removes an item before its turn, and counts the waiting ones", () => {
    const queue = createFairQueue<string>();
    queue.push("a", "a1");
    queue.push("a", "a2");
    expect(queue.drop("a", "a1")).toBe(true);
    expect(queue.drop("a", "a1")).toBe(false);
    expect([queue.size, queue.sizeOf("a"), queue.sizeOf("b")]).toEqual([1, 1, 0]);
    expect(taken(queue)).toEqual(["a2"]);
    expect(queue.size).toBe(0);
  });
});
