import { passagesOf } from "@headwater/reader";
import { expect, test } from "vitest";
import { acquireContext } from "../../../../testing/acquire-context.ts";
import type { WebFetcher } from "../../../ports/web-fetcher.ts";
import { SourceUnavailableError } from "../acquire.ts";
import { createAcquireVideo } from "./acquire-video.ts";
import { parseCaptions } from "./captions.ts";

const answering = (html: string): WebFetcher => ({
  refusal: () => null,
  fetch: async ({ url }, read) =>
    read({
      url,
      status: 200,
      header: () => null,
      body: (async function* () {
        yield Buffer.from(html);
      })(),
    }),
});

test.each([
  ["<form action='https://consent.youtube.com/s'></form>", /a page without a player/],
  ['<script>var ytInitialPlayerResponse = {"playabilityStatus": {"status": "OK"', /a page without a player/],
])("a page that hides the player may be another one later", async (html, why) => {
  const acquire = createAcquireVideo({
    fetcher: answering(html),
    origin: "https://www.youtube.com",
    languages: ["en"],
  });
  const address = {
    url: "https://youtu.be/dQw4w9WgXcQ",
    crawl: null,
    httpsOnly: false,
    render: false,
    languages: null,
  };
  const documents = acquire(address, acquireContext())[Symbol.asyncIterator]();
  const error = await documents.next().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SourceUnavailableError);
  expect((error as Error).message).toMatch(why);
});

test("captions that are cut short, empty or of another form are none", () => {
  for (const content of [
    "",
    "{",
    '{"events": 5}',
    '{"events": [null, 5, {}]}',
    "<html>",
    "WEBVTT",
    "no captions",
  ])
    expect(parseCaptions(content)).toEqual([]);
});

test("lines that a rolling caption shows twice come once", () => {
  const vtt =
    "WEBVTT\n\n00:01.000 --> 00:02.000\nfirst line\n\n00:02.000 --> 00:03.000\nfirst line\n\n01:00:03.500 --> 01:00:04.000\nsecond &amp; last\n";
  expect(parseCaptions(vtt)).toEqual([
    { start: 1, end: 2, text: "first line" },
    { start: 3603.5, end: 3604, text: "second & last" },
  ]);
});

test("passages end with sentences and with silence, and none is endless", () => {
  const cues = Array.from({ length: 200 }, (_, at) => ({
    start: at,
    end: at + 1,
    text: `words without an end ${at}`,
  }));
  const passages = passagesOf(cues);
  expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(901);
  expect(passages.map(({ text }) => text).join(" ")).toBe(cues.map(({ text }) => text).join(" "));
  const spoken = passagesOf([
    { start: 0, end: 2, text: `${"A long sentence ".repeat(20)}ends.` },
    { start: 2, end: 3, text: "Another" },
    { start: 3, end: 4, text: "begins." },
    { start: 60, end: 61, text: "Later." },
  ]);
  expect(spoken.map(({ start, end }) => [start, end])).toEqual([
    [0, 2],
    [2, 4],
    [60, 61],
  ]);
});
