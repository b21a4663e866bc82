import type { Source } from "@headwater/client";
import { expect, it } from "vitest";
import { presentScope } from "./present-scope.ts";

const sources = ["a", "b"].map((file_id) => ({ file_id }) as Source);

it("leaves out sources that are gone", () => {
  expect(presentScope(["b", "x", "a"], sources)).toEqual(["b", "a"]);
});

it("stays as it is while the sources are unknown, and where none is left", () => {
  expect(presentScope(["a", "x"], undefined)).toEqual(["a", "x"]);
  expect(presentScope(["x", "y"], sources)).toEqual(["x", "y"]);
  expect(presentScope(["x"], [])).toEqual(["x"]);
});

it("means all where nothing was chosen", () => {
  expect(presentScope(undefined, sources)).toBeUndefined();
  expect(presentScope(undefined, undefined)).toBeUndefined();
});
