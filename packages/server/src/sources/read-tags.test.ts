import { describe, expect, it } from "vitest";
import { readTags } from "./read-tags.ts";

describe("tags as they were sent", () => {
  it("are trimmed, in one Unicode form, each once, in their order; a text of spaces is none", () => {
    const sent = [" paid ", "invoices", "paid", "  ", "Müller".normalize("NFD"), "Müller", "Paid"];
    expect(readTags(sent)).toEqual(["paid", "invoices", "Müller", "Paid"]);
    expect(readTags()).toEqual([]);
  });

  it("are at most 20, of at most 64 characters, however many bytes one has", () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect(readTags([...twenty, "tag 0"])).toEqual(twenty);
    expect(() => readTags([...twenty, "another"])).toThrow("at most 20 tags, and these are 21");
    expect(readTags(["𝓪".repeat(64)])).toEqual(["𝓪".repeat(64)]);
    expect(() => readTags(["a".repeat(65)])).toThrow("longer than 64 characters");
  });

  it.each(["a,b", "a\nb", "a\u0000b", "\u007fa"])(
    "are refused with a comma or a control character: %j",
    (tag) => {
      expect(() => readTags([tag])).toThrow("has a comma or a control character");
    },
  );
});
