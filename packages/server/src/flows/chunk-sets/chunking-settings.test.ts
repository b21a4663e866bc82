import { describe, expect, it } from "vitest";
import { chunkingOf } from "./chunking-settings.ts";

describe("chunkingOf", () => {
  it.each([
    ["character", { size: 1000, separator: "\n\n" }],
    ["token", { size: 250 }],
    ["semantic", { size: 1000, space: "tiny" }],
    ["title", { size: 1500, level: 0 }],
    ["element", { size: 1000 }],
  ])("gives %s its defaults, and only what it reads", (chunkingSplitter, expected) => {
    const common = { rules: 1, splitter: chunkingSplitter, overlap: 0, without: [] };
    expect(chunkingOf({ chunkingSplitter }, "tiny")).toEqual({ ...common, ...expected });
  });

  it("is the same for an embedding model that does not change where chunks end", () => {
    const config = {
      chunkingSplitter: "token",
      chunkSeparator: "##",
      elementsToRemove: ["Footer", "Header", "Footer"],
    };
    expect(chunkingOf({ ...config, embeddingModel: "large" }, "large")).toEqual(
      chunkingOf({ ...config, chunkSeparator: null, elementsToRemove: ["Header", "Footer"] }, undefined),
    );
  });
});
