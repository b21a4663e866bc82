import { expect, test } from "vitest";
import { parseRepositoryAddress } from "./repository-address.ts";
import { parseAddressNote, toAddressNote } from "./source-address.ts";
import { parseVideoAddress } from "./video-address.ts";
import { readWebAddress, typeOfAddress } from "./web-address.ts";

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=43s", "dQw4w9WgXcQ"],
  ["https://youtube.com/watch?app=desktop&v=dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["http://m.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://music.youtube.com/watch?v=dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://youtu.be/dQw4w9WgXcQ?si=abc", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/shorts/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/live/dQw4w9WgXcQ?feature=share", "dQw4w9WgXcQ"],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "dQw4w9WgXcQ"],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ1", null],
  ["https://www.youtube.com/feed/trending", null],
  ["https://evilyoutube.com/watch?v=dQw4w9WgXcQ", null],
  ["https://www.youtube.com/watch?v=../../etc/1", null],
])("the video of %s is %s", (address, id) => {
  expect(parseVideoAddress(address)).toBe(id);
});

test.each([
  ["https://github.com/owner/name", "owner/name", []],
  ["https://www.github.com/owner/name/", "owner/name", []],
  ["https://github.com/owner/name.git", "owner/name", []],
  ["https://github.com/owner/name/tree/main", "owner/name", ["main"]],
  ["https://github.com/owner/name/blob/v1.0/docs/a%20b.md", "owner/name", ["v1.0", "docs", "a b.md"]],
  ["https://github.com/owner/name/commit/0a1b2c3", "owner/name", ["0a1b2c3"]],
  ["https://github.com/owner/name/releases/tag/v2", "owner/name", ["v2"]],
  ["https://raw.githubusercontent.com/owner/name/refs/heads/main/a.md", "owner/name", ["main", "a.md"]],
])("the repository of %s is %s, with %j", (address, repository, rest) => {
  const parsed = parseRepositoryAddress(address);
  expect(`${parsed?.owner}/${parsed?.repository}`).toBe(repository);
  expect(parsed?.rest).toEqual(rest);
});

test.each([
  "https://github.com/owner/name/pulls",
  "https://github.com/owner/..",
  "https://github.com/owner/name/tree/main/%2e%2e/%2e%2e/other",
  "https://github.com/owner/name/blob/main/a%2fb",
  "https://github.com/owner/name/tree/%zz",
  "https://github.com/ow ner/name",
  "https://gitlab.com/owner/name",
])("%s names no repository", (address) => {
  expect(parseRepositoryAddress(address)).toBeNull();
});

test("an address is shown as it was sent, unless it has characters that would mislead", () => {
  const refusal = () => null;
  expect(readWebAddress(" https://example.com/Straße ", { refusal }).fileName).toBe(
    "https://example.com/Straße",
  );
  expect(readWebAddress("https://example.com/\u202Efdp.exe", { refusal }).fileName).toBe(
    "https://example.com/%E2%80%AEfdp.exe",
  );
  expect(readWebAddress("https://exa\nmple.com/a b", { refusal }).fileName).toBe("https://example.com/a%20b");
  expect(() => readWebAddress("https://example.com", { refusal: () => "no" })).toThrow(
    /public http or https/,
  );
});

test.each([
  ["example.com/prices?a=1", "https://example.com/prices?a=1"],
  ["www.example.co.uk", "https://www.example.co.uk/"],
  ["//example.com/a", "https://example.com/a"],
  ["bücher.example:8443/neu", "https://xn--bcher-kva.example:8443/neu"],
  ["http://example.com", "http://example.com/"],
])("%s is the address %s, and is shown as it was sent", (sent, address) => {
  const read = readWebAddress(sent, { refusal: () => null });
  expect(read.url.href).toBe(address);
  expect(read.fileName).toBe(sent);
});

test.each(["notes", "ada@example.com", "mailto:ada@example.com", "/prices.html", "example.com:port/a", ""])(
  "%j is not an address",
  (sent) => {
    const refusal = (url: string) => (/^https?:/.test(url) ? null : "neither http nor https");
    expect(() => readWebAddress(sent, { refusal })).toThrow(/public http or https/);
  },
);

test("the type of an address is that of a file that can be read, else a page", () => {
  const types = ["/a.pdf", "/a.PDF?x=.md", "/a.php", "/v1.2", "/", "/.md", "/notes.md/"].map((path) =>
    typeOfAddress(new URL(path, "https://example.com")),
  );
  expect(types).toEqual(["pdf", "pdf", "html", "html", "html", "html", "html"]);
});

test("the note of an address gives back what was noted, and no two are alike", () => {
  const options = { httpsOnly: true, render: true, languages: ["de", "pt-br"] };
  const address = { url: "https://example.com/", crawl: { pages: 3, below: true }, ...options };
  expect(parseAddressNote(toAddressNote("one", address))).toEqual(address);
  expect(toAddressNote("one", address)).not.toEqual(toAddressNote("two", address));
  const older = Buffer.from('{"url":"https://example.com/","crawl":null,"https_only":false}');
  expect(parseAddressNote(older)).toMatchObject({ render: false, languages: null });
  expect(() => parseAddressNote(Buffer.from('{"a":1}'))).toThrow(/not a note of an address/);
});
