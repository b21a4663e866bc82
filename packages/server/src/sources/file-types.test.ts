import { readableExtensions } from "@headwater/reader";
import { allowedExtensions } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import { assertReadable, cleanFileName } from "./file-types.ts";

describe("file types", () => {
  it("takes every file the reader reads, all of them in the contract's list", () => {
    for (const extension of readableExtensions) {
      expect(allowedExtensions).toContain(extension);
      expect(() => assertReadable(extension)).not.toThrow();
    }
  });

  it.each([
    ["report.pdf", "report.pdf", "pdf"],
    ["C:\\Users\\me\\Report.PDF", "Report.PDF", "pdf"],
    ["../../etc/passwd.txt", "passwd.txt", "txt"],
    ["archive.tar.md", "archive.tar.md", "md"],
    ["Fax.TIF", "Fax.TIF", "tiff"],
    ["two\nlines\u0000.txt", "twolines.txt", "txt"],
    ["Cafe\u0301.txt", "Café.txt", "txt"],
    // Shown, this would end in "exe.txt" spelled backwards.
    ["invoice\u202etxt.exe.txt", "invoicetxt.exe.txt", "txt"],
    ["a\u2066b\u2069\u0085\u2028\ufeff.md", "ab.md", "md"],
    ["half\ud800.txt", "half\ufffd.txt", "txt"],
    ["\u0645\u0644\u0641\u200f.txt", "\u0645\u0644\u0641\u200f.txt", "txt"],
  ])("%j is shown as %s", (sent, fileName, extension) => {
    expect(cleanFileName(sent)).toEqual({ fileName, extension });
  });

  it.each(["", ".txt", "a/b/", "\u0000"])("%j is no file name", (sent) => {
    expect(() => cleanFileName(sent)).toThrow("Invalid input: file name is required");
  });

  it("says of a name without an extension that it has none, and of a long one how long it is", () => {
    for (const name of ["README", "name.", "two words"])
      expect(() => cleanFileName(name)).toThrow(
        `Invalid input: the file name '${name}' has no extension. Allowed types: pdf, doc, docx,`,
      );
    expect(cleanFileName(`${"a".repeat(251)}.txt`).fileName).toHaveLength(255);
    expect(() => cleanFileName(`${"a".repeat(296)}.txt`)).toThrow(
      "Invalid input: the file name has 300 characters, and at most 255 are allowed",
    );
  });

  it("says 'not supported' outside the contract's list and 'not yet' within it", () => {
    expect(() => assertReadable("exe")).toThrow(
      /^File type 'exe' is not supported\. Allowed types: pdf, doc, /,
    );
    const unread = allowedExtensions.filter((extension) => !readableExtensions.includes(extension));
    for (const extension of unread)
      expect(() => assertReadable(extension)).toThrow(/can't be read by this version yet/);
    expect(() => assertReadable("pdf")).not.toThrow();
  });
});
