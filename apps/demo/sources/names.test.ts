import { allowedExtensions } from "@headwater/spec";
import { expect, it } from "vitest";
import { readAddress } from "./address.ts";
import { acceptedFiles, kindOfFile, kindOfSource, nameOfSource, plainName } from "./kinds.ts";
import { maxFileInWords, sizeInWords } from "./sizes.ts";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [8_200, "8 kB"],
  [285_410, "285 kB"],
  [999_600, "1.0 MB"],
  [1_130_000, "1.1 MB"],
  [140_000_000, "140 MB"],
  [2_400_000_000, "2.4 GB"],
])("%d bytes are %s", (bytes, words) => {
  expect(sizeInWords(bytes).replace("\u00a0", " ")).toBe(words);
});

it("names known types in words, and others by their extension", () => {
  expect(kindOfFile("Report.PDF")).toBe("PDF");
  expect(kindOfFile("letters.docx")).toBe("Document");
  expect(kindOfFile("backup.tar.zst")).toBe("ZST");
  expect(kindOfSource({ file_source: "github", file_type: "github" })).toBe("GitHub");
});

it.each(allowedExtensions)("names the kind of a .%s file in words", (extension) => {
  expect(kindOfFile(`a.${extension}`)).toMatch(/^(?:PDF|[A-Z][a-z]+(?: [a-z]+)?)$/);
});

it("says the limit of a file as the contract does", () => {
  expect(maxFileInWords.replace("\u00a0", " ")).toBe("100 MB");
});

it("lets the file chooser offer the types that the service reads", () => {
  expect(acceptedFiles(["pdf", "md"])).toBe(".pdf,.md");
  expect(acceptedFiles(undefined).split(",")).toContain(".webm");
});

it("shortens addresses in the list", () => {
  expect(nameOfSource({ file_source: "url", file_name: "https://en.wikipedia.org/wiki/Duck" })).toBe(
    "en.wikipedia.org/wiki/Duck",
  );
  expect(
    nameOfSource({ file_source: "github", file_name: "https://github.com/docling-project/docling" }),
  ).toBe("docling-project/docling");
  expect(nameOfSource({ file_source: "local file", file_name: "https.pdf" })).toBe("https.pdf");
});

it("shows no name that pretends another file type", () => {
  const name = "evil\u202Efdp.md";
  expect(nameOfSource({ file_source: "local file", file_name: name })).toBe("evilfdp.md");
  expect(kindOfFile("notes.md\u202C")).toBe("Text");
  expect(plainName("\u2067\u200Fتقرير\u200E\u2069.pdf")).toBe("تقرير.pdf");
});

it("chooses the operation for an address, if the service has it", () => {
  const all = () => true;
  const pagesOnly = (capability: string) => capability === "ingest-url";
  expect(readAddress("https://www.youtube.com/watch?v=abc", all)).toMatchObject({ kind: "ingest-youtube" });
  expect(readAddress("https://github.com/owner/name", all)).toMatchObject({ kind: "ingest-github" });
  expect(readAddress("https://github.com/owner/name/blob/main/README.md", all)).toMatchObject({
    kind: "ingest-github",
  });
  expect(readAddress("https://raw.githubusercontent.com/owner/name/main/README.md", all)).toMatchObject({
    kind: "ingest-github",
  });
  expect(readAddress("https://github.com/owner/name/issues/4", all)).toMatchObject({ kind: "ingest-url" });
  expect(readAddress("https://github.com/owner", all)).toMatchObject({ kind: "ingest-url" });
  expect(readAddress("https://github.com/owner/name", pagesOnly)).toMatchObject({
    kind: "ingest-url",
    note: "This service does not read repositories on GitHub. It reads the page that shows this one.",
  });
  expect(readAddress("wikipedia", all)).toEqual({ problem: "An address starts with https://" });
  expect(readAddress("https://youtu.be/abc", (capability) => capability === "ingest-github")).toHaveProperty(
    "problem",
  );
});
