import { expect, test } from "vitest";
import { builtInEncoder, multilingualEncoder } from "./built-in-encoder.ts";

/** As Node resolves where only these packages are installed. */
const installed =
  (...packages: string[]) =>
  (name: string) => {
    if (packages.some((each) => name === each || name.startsWith(`${each}/`))) return `/modules/${name}`;
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: "MODULE_NOT_FOUND" });
  };

test("an encoder is there where its package and what runs it are installed", () => {
  const all = installed("@headwater/encoder", "@headwater/encoder-multilingual", "onnxruntime-node");
  expect([builtInEncoder(all)?.folder, multilingualEncoder(all)?.folder]).toEqual([
    "/modules/@headwater/encoder/all-minilm-l6-v2",
    "/modules/@headwater/encoder-multilingual/multilingual-e5-small",
  ]);
  expect(multilingualEncoder(installed("@headwater/encoder", "onnxruntime-node"))).toBeUndefined();
});

test("without onnxruntime-node, which npm does not install by itself, there is none", () => {
  const encoders = installed("@headwater/encoder", "@headwater/encoder-multilingual");
  expect([builtInEncoder(encoders), multilingualEncoder(encoders)]).toEqual([undefined, undefined]);
});
