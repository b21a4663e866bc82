import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { type SitePage, startWebSite, type WebSite } from "../testing/web-site.ts";

let server: TestServer;
let youtube: WebSite;
const pages: Record<string, SitePage> = {};

/** A watch page as its script has it: the player's data in the middle of other things. */
const watchPage = (player: object) =>
  `<html><script>var ytcfg = {"INNERTUBE_API_KEY":"AIzaSy-public-key"};</script>
   <script>var ytInitialPlayerResponse = ${JSON.stringify(player)};var meta = {"a": "}"};</script></html>`;
const details = { title: 'How to prime a "pump"', author: "Pump School", lengthSeconds: "95" };
const track = (path: string, languageCode: string, kind?: string) => ({
  baseUrl: `${youtube.origin}${path}`,
  languageCode,
  name: { simpleText: languageCode },
  ...(kind ? { kind } : {}),
});
const player = (tracks: object[], status: object = { status: "OK" }) => ({
  playabilityStatus: status,
  videoDetails: details,
  ...(tracks.length > 0 ? { captions: { playerCaptionsTracklistRenderer: { captionTracks: tracks } } } : {}),
});
const json3 = {
  wireMagic: "pb3",
  events: [
    { tStartMs: 0, dDurationMs: 90_000, id: 1, wpWinPosId: 1 },
    { tStartMs: 1200, dDurationMs: 3000, segs: [{ utf8: "Fill the" }, { utf8: " housing", tOffsetMs: 400 }] },
    { tStartMs: 4200, aAppend: 1, segs: [{ utf8: "\n" }] },
    { tStartMs: 4200, dDurationMs: 2800, segs: [{ utf8: "with water." }] },
    { tStartMs: 60_500, dDurationMs: 4000, segs: [{ utf8: "Then open\nthe valve." }] },
  ],
};

beforeAll(async () => {
  youtube = await startWebSite(pages);
  server = await startServer({
    HEADWATER_ALLOW_PRIVATE_ADDRESSES: youtube.place,
    HEADWATER_YOUTUBE: youtube.origin,
    HEADWATER_CAPTION_LANGUAGES: "de, en",
  });
  const watch = (id: string, page: SitePage) => {
    pages[`/watch?v=${id}`] = page;
  };
  watch(
    "pump_byhand",
    watchPage(player([track("/tt/auto", "en", "asr"), track("/tt/fr", "fr"), track("/tt/en", "en-GB")])),
  );
  watch("pump_auto__", watchPage(player([track("/tt/auto", "en", "asr")])));
  watch("pump_french", watchPage(player([track("/tt/fr", "fr")])));
  watch("pump_phone_", watchPage(player([track("/tt/proof", "en")])));
  watch("pump_silent", watchPage(player([])));
  watch("pump_gone__", watchPage(player([], { status: "ERROR", reason: "Video unavailable" })));
  watch("pump_wall__", "<form action='https://consent.youtube.com/s'></form>");
  pages["/tt/en"] = { headers: { "content-type": "application/json" }, body: JSON.stringify(json3) };
  pages["/tt/auto"] = {
    body: '<?xml version="1.0"?><timedtext format="3"><body><p t="500" d="2000"><s>Automatic</s><s t="300"> words</s></p></body></timedtext>',
  };
  pages["/tt/fr"] = {
    body: '<?xml version="1.0"?><transcript><text start="2" dur="3.5">L&amp;#39;eau d&#39;abord.</text></transcript>',
  };
  pages["/tt/proof"] = { body: "" };
  pages["/youtubei/v1/player"] = (request, response) => {
    let sent = "";
    request.on("data", (piece: Buffer) => {
      sent += piece.toString();
    });
    request.on("end", () => {
      const { videoId, context } = JSON.parse(sent);
      const isPhone = videoId === "pump_phone_" && context.client.clientName === "ANDROID";
      response.end(JSON.stringify(player(isPhone ? [track("/tt/vtt", "en")] : [])));
    });
  };
  pages["/tt/vtt"] = {
    body: "WEBVTT\nKind: captions\n\n00:00:03.000 --> 00:00:05.500 align:start\nPhones <c>hear</c> too.\n",
  };
});
afterAll(async () => {
  await server.close();
  await youtube.close();
});

type Item = { element_type: string; text: string; metadata: Record<string, unknown> };
const ingest = async (url: string, options: object = {}) => {
  const sent = { url, ...options };
  const { status, body } = await server.call<{ build_id: string }>("POST", "/ingest-youtube", sent);
  expect(status).toBe(200);
  return server.waitFor(body.build_id);
};
const itemsOf = async (fileId: string) =>
  (await server.call<{ items: Item[] }>("GET", `/get-elements?file_id=${fileId}`)).body.items;

it("captions become passages with their times and links to the moment", async () => {
  const build = await ingest("https://www.youtube.com/watch?v=pump_byhand&list=PL1&t=20s");
  expect(build).toMatchObject({ status: "Completed", total_pages: 1 });
  expect(await itemsOf(build.file_id)).toMatchObject([
    { element_type: "Title", text: 'How to prime a "pump"' },
    {
      element_type: "NarrativeText",
      text: "Fill the housing with water.",
      metadata: {
        start_seconds: 1.2,
        end_seconds: 7,
        url: "https://www.youtube.com/watch?v=pump_byhand&t=1s",
        languages: ["en-GB"],
        captions: "by hand",
        author: "Pump School",
      },
    },
    {
      text: "Then open the valve.",
      metadata: {
        start_seconds: 60.5,
        end_seconds: 64.5,
        url: "https://www.youtube.com/watch?v=pump_byhand&t=60s",
      },
    },
  ]);
  expect((await server.call("GET", `/?file_ids=${build.file_id}`)).body).toMatchObject([
    { file_source: "youtube", file_type: "youtube", file_size: 0 },
  ]);
});

it.each([
  ["https://youtu.be/pump_auto__?si=x", "Automatic words", "automatic"],
  ["https://www.youtube.com/shorts/pump_french", "L'eau d'abord.", "by hand"],
  ["https://m.youtube.com/live/pump_phone_", "Phones hear too.", "by hand"],
])("%s is read as '%s'", async (url, text, captions) => {
  const build = await ingest(url);
  expect(build).toMatchObject({ status: "Completed", error: null });
  expect((await itemsOf(build.file_id)).at(-1)).toMatchObject({ text, metadata: { captions } });
});

it.each([
  ["pump_silent", "has no captions"],
  ["pump_gone__", 'YouTube says "Video unavailable" (ERROR).'],
  ["pump_nobody", "nothing is there (404)."],
])("a build of %s fails: %s", async (id, why) => {
  const build = await ingest(`https://www.youtube.com/watch?v=${id}`);
  expect(build.status).toBe("Processing failed");
  expect(build.error).toContain(why);
});

it.each([
  [["fr"], "Captions in fr were read."],
  [["en"], "Captions in en-GB were read."],
  [["EN"], "Captions in en-GB were read."],
  [["it", "fr"], "Captions in fr were read."],
  [[], "Captions in en-GB were read."],
  [["ja"], "Captions in fr were read, because there are none in ja; there are: en, fr, en-GB."],
])("of a video with several captions, %s takes what the message says", async (languages, message) => {
  const build = await ingest("https://www.youtube.com/watch?v=pump_byhand", { languages });
  expect(build).toMatchObject({ status: "Completed", message });
});

it("says that captions are automatic, and refuses what is no language", async () => {
  const automatic = await ingest("https://youtu.be/pump_auto__", { languages: ["en"] });
  expect(automatic.message).toBe("Automatic captions in en were read.");
  const sent = { url: "https://youtu.be/pump_auto__", languages: ["English, please"] };
  expect(await server.call("POST", "/ingest-youtube", sent)).toMatchObject({ status: 400 });
});

it("the older operation answers the source when it was built", async () => {
  const url = "https://youtu.be/pump_auto__";
  expect(await server.call("POST", "/upload-youtube-source", { url })).toMatchObject({
    status: 200,
    body: { status: "Completed", file_name: url, file_source: "youtube", partition_method: "fast" },
  });
});
