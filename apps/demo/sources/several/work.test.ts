import type { Source } from "@headwater/client";
import { expect, it } from "vitest";
import { failureReasons, isTold, type Work, workProgress } from "./work.ts";

const sources = Array.from(
  { length: 2_000 },
  (_, index) => ({ file_id: `f${index}`, file_name: `letter ${index}.txt` }) as Source,
);
const work = (changes: Partial<Work>): Work => ({
  id: 1,
  kind: "delete",
  sources,
  done: 0,
  failures: new Map(),
  state: "running",
  ...changes,
});
const refused = (ids: readonly string[]) => new Map(ids.map((id) => [id, new Error("The disk is full.")]));

it("says how far it is, what failed, and what was left", () => {
  expect(workProgress(work({ done: 340 }))).toBe("340 of 2,000 are deleted.");
  expect(workProgress(work({ done: 2_000, state: "over", failures: refused(["f1", "f2"]) }))).toBe(
    "1,998 of 2,000 are deleted. 2 were not.",
  );
  expect(workProgress(work({ done: 341, state: "stopped", failures: refused(["f1"]) }))).toBe(
    "340 of 2,000 are deleted. 1 was not. 1,659 were left as they were.",
  );
});

it("names each reason once, with some of the names", () => {
  const [only, ...others] = failureReasons(work({ failures: refused(["f0", "f1", "f2", "f3", "f4"]) }));
  expect(others).toEqual([]);
  expect(only?.names).toBe("letter 0.txt, letter 1.txt, letter 2.txt and 2 more");
});

it("has a line while it takes long, and when a part of it failed or was left", () => {
  const few = sources.slice(0, 3);
  expect(isTold(work({}))).toBe(true);
  expect(isTold(work({ state: "over", done: 2_000 }))).toBe(false);
  expect(isTold(work({ sources: few }))).toBe(false);
  expect(isTold(work({ sources: few, state: "over", failures: refused(["f1"]) }))).toBe(true);
  expect(isTold(work({ sources: few, state: "stopped" }))).toBe(true);
});
