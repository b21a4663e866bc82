import type { Source } from "@headwater/client";
import { expect, it } from "vitest";
import { presentScope } from "./present-scope.ts";

const sources = ["a", "b"].map((file_id) => ({ file_id }) as Source);

it("removes deleted sources", () => {
  expect(presentScope(["b", "x", "a"], sources)).toEqual(["b", "a"]);
});

it("stays unchanged while the sources are unknown, and when none is left", () => {
  expect(presentScope(["a", "x"], undefined)).toEqual(["a", "x"]);
  expect(presentScope(["x", "y"], sources)).toEqual(["x", "y"]);
  expect(presentScope(["x"], [])).toEqual(["x"]);
});

it("means all sources without a choice", () => {
  expect(presentScope(undefined, sources)).toBeUndefined();
  expect(presentScope(undefined, undefined)).toBeUndefined();
});
