import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { type SitePage, startWebSite, type WebSite } from "../testing/web-site.ts";

/** An archive as codeload answers it: one folder, named after repository and commit, and a pax header with the commit. */
async function archiveOf(
  files: Record<string, string | Uint8Array>,
  folder = "pump-0a1b2c3",
): Promise<Uint8Array> {
  const archive = pack();
  const pieces: Uint8Array[] = [];
  archive.on("data", (piece) => void pieces.push(piece as Uint8Array));
  const ended = new Promise<void>((resolve) => archive.on("end", () => resolve()));
  archive.entry({
    name: "pax_global_header",
    type: "pax-global-header",
    pax: { comment: "0a1b2c3" },
  } as never);
  archive.entry({ name: `${folder}/`, type: "directory" });
  for (const [path, content] of Object.entries(files))
    archive.entry({ name: `${folder}/${path}` }, Buffer.from(content as string));
  archive.entry({ name: `${folder}/link`, type: "symlink", linkname: "/etc/passwd" });
  archive.finalize();
  await ended;
  return gzipSync(Buffer.concat(pieces));
}

const zipped = (body: Uint8Array): SitePage => ({ headers: { "content-type": "application/x-gzip" }, body });

let server: TestServer;
let codeload: WebSite;
const pages: Record<string, SitePage> = {};

beforeAll(async () => {
  codeload = await startWebSite(pages);
  server = await startServer({
    HEADWATER_ALLOW_PRIVATE_ADDRESSES: codeload.place,
    HEADWATER_GITHUB_ARCHIVES: codeload.origin,
    HEADWATER_REPOSITORY_LIMITS: "files=6",
  });
  pages["/example/pump/tar.gz/HEAD"] = zipped(
    await archiveOf({
      "README.md": "# Pump\n\nFirmware of the pump.\n",
      "docs/guide.md": "# Guide\n\nPrime the pump first.\n",
      "src/valve.py":
        'class Valve:\n    def open(self):\n        return "open"\n\n\ndef prime(pump):\n    pump.fill()\n',
      "node_modules/left-pad/index.js": "module.exports = 1;",
      "package-lock.json": "{}",
      "logo.png": Buffer.from([137, 80, 78, 71]),
      "data.unknown": Buffer.from([0, 1, 2, 3]),
      "empty.txt": "",
    }),
  );
  pages["/example/pump/tar.gz/release/v2"] = zipped(
    await archiveOf({ "docs/new.md": "Version two.", "README.md": "Two" }),
  );
  pages["/example/many/tar.gz/HEAD"] = zipped(
    await archiveOf(
      Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`notes/${at}.txt`, `Note ${at}.`])),
    ),
  );
  pages["/example/cut/tar.gz/HEAD"] = zipped(
    (await archiveOf({ "a.md": "A".repeat(50_000) })).subarray(0, 120),
  );
  pages["/example/empty/tar.gz/HEAD"] = zipped(await archiveOf({}));
});
afterAll(async () => {
  await server.close();
  await codeload.close();
});

type Item = {
  element_type: string;
  text: string;
  markdown: string;
  page_number: number;
  metadata: Record<string, unknown>;
};

const ingest = async (url: string) => {
  const { status, body } = await server.call<{ build_id: string }>("POST", "/ingest-github", { url });
  expect(status).toBe(200);
  return server.waitFor(body.build_id);
};
const itemsOf = async (fileId: string) =>
  (await server.call<{ items: Item[] }>("GET", `/get-elements?file_id=${fileId}`)).body.items;

it("prose becomes structure, code becomes snippets with path, language, lines and names", async () => {
  const build = await ingest("https://github.com/example/pump");
  expect(build).toMatchObject({
    status: "Completed",
    file_name: "https://github.com/example/pump",
    message:
      "3 files of the repository were read. Skipped files: 2 written by programs or for other projects, 2 binary.",
    left_out: { vendored: 2, binary: 2 },
  });
  expect((await server.call("GET", `/?file_ids=${build.file_id}`)).body).toMatchObject([
    { file_source: "github", file_type: "github", file_size: 0 },
  ]);
  const items = await itemsOf(build.file_id);
  expect(
    items.map(({ element_type, text, page_number }) => [page_number, element_type, text.split("\n")[0]]),
  ).toEqual([
    [1, "Title", "Pump"],
    [1, "NarrativeText", "Firmware of the pump."],
    [2, "Title", "Guide"],
    [2, "NarrativeText", "Prime the pump first."],
    [3, "Title", "src/valve.py"],
    [3, "CodeSnippet", "class Valve:"],
  ]);
  expect(items.at(-1)).toMatchObject({
    markdown: expect.stringMatching(/^```python\nclass Valve:/),
    metadata: {
      path: "src/valve.py",
      repository: "example/pump",
      language: "python",
      symbols: ["Valve", "open", "prime"],
      start_line: 1,
      end_line: 7,
      url: "https://github.com/example/pump/blob/HEAD/src/valve.py#L1-L7",
    },
  });
  const { body } = await server.call<{ chunks: { text: string }[] }>("POST", "/prebuilt-rag", {
    query: "prime pump",
  });
  expect(body.chunks.length).toBeGreaterThan(0);
});

it.each([
  ["https://github.com/example/pump.git", ["README.md", "docs/guide.md", "src/valve.py"]],
  ["https://github.com/example/pump/tree/HEAD/docs", ["docs/guide.md"]],
  ["https://github.com/example/pump/blob/HEAD/src/valve.py", ["src/valve.py"]],
  ["https://github.com/example/pump/tree/release/v2", ["docs/new.md", "README.md"]],
  ["https://github.com/example/pump/tree/release/v2/docs", ["docs/new.md"]],
  ["https://github.com/example/pump/releases/tag/release/v2", ["docs/new.md", "README.md"]],
  ["https://raw.githubusercontent.com/example/pump/HEAD/README.md", ["README.md"]],
])("%s names %j", async (url, paths) => {
  const build = await ingest(url);
  expect(build.status).toBe("Completed");
  const found = (await itemsOf(build.file_id)).map(({ metadata }) => metadata.path);
  expect([...new Set(found)]).toEqual(paths);
});

it("files beyond the limit are counted", async () => {
  expect(await ingest("https://github.com/example/many")).toMatchObject({
    status: "Completed",
    total_pages: 6,
    message: "6 files of the repository were read. 3 files lie beyond the limit of 6 files.",
    left_out: { limit: 3 },
  });
});

it.each([
  ["https://github.com/example/none", "GitHub has no public repository, branch or tag of that name (404)."],
  ["https://github.com/example/pump/tree/HEAD/nowhere", "the repository has no 'nowhere'."],
  ["https://github.com/example/cut", "is damaged."],
  ["https://github.com/example/empty", "has no files."],
])("a build of %s fails: %s", async (url, why) => {
  const build = await ingest(url);
  expect(build.status).toBe("Processing failed");
  expect(build.error).toContain(why);
});

it("the older operation answers the source when it was built", async () => {
  const url = "https://github.com/example/pump";
  expect(await server.call("POST", "/upload-github-source", { url })).toMatchObject({
    status: 200,
    body: {
      status: "Completed",
      file_name: url,
      file_source: "github",
      file_type: "github",
      partition_method: "fast",
    },
  });
});
