import { describe, expect, it } from "vitest";
import {
  canonicalConfig,
  defaultChunking,
  type FlowChunking,
  hashConfig,
  splitterRules,
} from "./chunking-config.ts";

describe("hashConfig", () => {
  it("knows the chunks of builds in data folders of earlier versions", () => {
    expect(canonicalConfig(defaultChunking)).toBe('{"chunker":"title","max":1500,"target":900}');
    expect(hashConfig(defaultChunking)).toBe(
      "09209c4702291ad6a9095e71dd039f7fa61e16fbf61e37c043575f64d6c16869",
    );
  });

  it("is the same for the same configuration, and another for each that cuts otherwise", () => {
    const chunking: FlowChunking = {
      ...{ rules: splitterRules, splitter: "character", size: 1000, overlap: 0 },
      ...{ without: ["Footer"], separator: "\n\n" },
    };
    const { without, ...others } = chunking;
    expect(hashConfig({ without, ...others })).toBe(hashConfig(chunking));
    const different: Partial<FlowChunking>[] = [
      { splitter: "token" },
      { size: 999 },
      { overlap: 1 },
      { without: [] },
      { separator: "\n" },
      { level: 1 },
      { space: "tiny" },
    ];
    const hashes = [{}, ...different].map((changes) => hashConfig({ ...chunking, ...changes }));
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
