import { expect, it } from "vitest";
import { outline, parseWith } from "../../../testing/fixtures/parse.ts";
import { parseWebArchive } from "./parse-web-archive.ts";

const archive = (headers: string, body: string) =>
  [
    "MIME-Version: 1.0",
    'Content-Type: multipart/related;\r\n boundary="=_edge"',
    "",
    "--=_edge",
    "Content-Type: image/png\r\n\r\nx",
    "--=_edge",
    headers,
    "",
    body,
    "--=_edge--",
  ].join("\r\n");
const read = async (content: string) =>
  outline((await parseWith(parseWebArchive, content, "mhtml")).elements);

it.each([
  [
    "Content-Type: text/html; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable",
    "<h1>K=FCs=\r\nte</h1>",
  ],
  [
    "Content-Type: text/html; charset=UTF-8\r\nContent-Transfer-Encoding: base64",
    Buffer.from("<h1>Küste</h1>").toString("base64"),
  ],
])("reads the page, however it is written down: %#", async (headers, body) => {
  expect(await read(archive(headers, body))).toEqual(["Title1: Küste"]);
});

it("says when there is no page in it", async () => {
  await expect(read(archive("Content-Type: text/css", "p {}"))).rejects.toThrow(/missing/);
});
