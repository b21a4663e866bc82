import { describe, expect, it } from "vitest";
import { manifestText, parseManifest } from "./manifest.ts";

const sha256 = "a".repeat(64);
const content = {
  headwater: "1.0.0",
  store: null,
  created: "2026-01-01T00:00:00.000Z",
  counts: { projects: 1, sources: 1, conversations: 0, blobs: 0, bytes: 10 },
  problems: [],
  files: [{ path: "headwater.sqlite", size: 10, sha256 }],
};
const withFile = (...paths: string[]) =>
  manifestText({ ...content, files: paths.map((path) => ({ path, size: 1, sha256 })) });

describe("a manifest", () => {
  it("is read as it was written", () => {
    expect(parseManifest(manifestText(content))).toEqual({ version: 1, ...content });
  });

  it.each([
    ["cut short", manifestText(content).slice(0, 200), /is not JSON/],
    ["changed by hand", manifestText(content).replace('"size": 10', '"size": 11'), /its own checksum/],
    ["without what it needs", JSON.stringify({ version: 1 }), /has a mistake at 'headwater'/],
    ["without a database", withFile("version"), /names no database/],
    [
      "that leaves its folder",
      withFile("headwater.sqlite", "../../etc/passwd"),
      /names '..\/..\/etc\/passwd'/,
    ],
    ["that names a file twice", withFile("headwater.sqlite", "version", "version"), /names a file twice/],
    [
      "of a newer Headwater",
      JSON.stringify({ version: 2 }),
      /made by a newer Headwater \(manifest version 2/,
    ],
  ])("%s is refused with one line", (_case, text, line) => {
    expect(() => parseManifest(text)).toThrow(line);
    try {
      parseManifest(text);
    } catch (error) {
      expect((error as Error).message).not.toContain("\n");
    }
  });
});
