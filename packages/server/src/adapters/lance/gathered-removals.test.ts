import { expect, it } from "vitest";
import { createGatheredRemovals, type Removal } from "./gathered-removals.ts";

/** Counts deletes, each of which ends when it is told to. */
function heldDeletes() {
  const batches: { removals: Removal[]; end: PromiseWithResolvers<void> }[] = [];
  const remove = createGatheredRemovals((removals) => {
    const end = Promise.withResolvers<void>();
    batches.push({ removals, end });
    return end.promise;
  });
  return { batches, file: (id: number) => remove({ column: "fileId", id: String(id) }) };
}

it("makes one delete of the removals that come while another runs", async () => {
  const { batches, file } = heldDeletes();
  const first = [file(1), file(2)];
  await expect.poll(() => batches.length).toBe(1);
  const later = [file(3), file(4), file(5)];
  batches[0]?.end.resolve();
  await Promise.all(first);
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.end.resolve();
  await Promise.all(later);
  expect(batches.map(({ removals }) => removals.map(({ id }) => id))).toEqual([
    ["1", "2"],
    ["3", "4", "5"],
  ]);
});

it("removes no more than a thousand ids in one delete", async () => {
  const { batches, file } = heldDeletes();
  const all = Array.from({ length: 1_001 }, (_, id) => file(id));
  await expect.poll(() => batches.length).toBe(1);
  batches[0]?.end.resolve();
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.end.resolve();
  await Promise.all(all);
  expect(batches.map(({ removals }) => removals.length)).toEqual([1_000, 1]);
});

it("tells a failure to those whose delete failed, and goes on", async () => {
  const { batches, file } = heldDeletes();
  const failed = file(1);
  await expect.poll(() => batches.length).toBe(1);
  const next = file(2);
  batches[0]?.end.reject(new Error("disk full"));
  await expect(failed).rejects.toThrow("disk full");
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.end.resolve();
  expect(await next).toBeUndefined();
});
