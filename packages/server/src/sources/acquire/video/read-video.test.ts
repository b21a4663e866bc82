import { expect, it } from "vitest";
import { acquireContext } from "../../../../testing/acquire-context.ts";
import { type FakeAnswer, fakeWeb } from "../../../../testing/fake-web.ts";
import { type AcquiredDocument, AcquireError, SourceUnavailableError } from "../acquire.ts";
import { createAcquireVideo } from "./acquire-video.ts";

const origin = "https://tube.example";
const url = "https://youtu.be/dQw4w9WgXcQ";
const shown = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const key = "AIzaSy-0123456789";
const track = (languageCode: string, kind?: string) => ({
  baseUrl: `/captions?lang=${languageCode}`,
  languageCode,
  kind,
});

function player(captionTracks: object[], status: object = { status: "OK" }) {
  return JSON.stringify({
    playabilityStatus: status,
    videoDetails: { title: "Lamps", author: "Anna", lengthSeconds: "90" },
    captions: { playerCaptionsTracklistRenderer: { captionTracks } },
  });
}
const page = (response: string | null): FakeAnswer => ({
  body: `${response === null ? "" : `<script>var ytInitialPlayerResponse = ${response};</script>`}"INNERTUBE_API_KEY":"${key}"`,
});
const captions = (...texts: string[]): FakeAnswer => ({
  body: JSON.stringify({
    events: texts.map((utf8, at) => ({
      tStartMs: at * 60_000 + 1_500,
      dDurationMs: 2_000,
      segs: [{ utf8 }],
    })),
  }),
});

async function read(answers: Record<string, FakeAnswer>, languages: string[] | null = null, address = url) {
  const fetcher = fakeWeb((request) => answers[request.url.slice(origin.length)] ?? { status: 404 });
  const acquire = createAcquireVideo({ fetcher, origin, languages: ["en"] });
  const context = acquireContext();
  const addressed = { url: address, crawl: null, httpsOnly: false, render: false, languages };
  const documents: AcquiredDocument[] = [];
  for await (const document of acquire(addressed, context)) documents.push(document);
  const [document] = documents;
  return { document, notes: context.notes, requests: fetcher.requests };
}
const watch = "/watch?v=dQw4w9WgXcQ";
const app = `/youtubei/v1/player?key=${key}`;

it("is a title and passages with their times and links to the moment", async () => {
  const { document, notes, requests } = await read({
    [watch]: page(player([track("en")])),
    "/captions?lang=en&fmt=json3": captions("The lamp is lit.", "It burns."),
  });
  expect(document).toEqual({
    ...{ bytes: new Uint8Array(), fileName: url, extension: "youtube" },
    metadata: { captions: "by hand", author: "Anna", duration_seconds: 90 },
    elements: [
      {
        type: "Title",
        text: "Lamps",
        markdown: "# Lamps",
        level: 1,
        pageNumber: 1,
        metadata: { url: shown },
      },
      ...["The lamp is lit.", "It burns."].map((text, at) => ({
        ...{ type: "NarrativeText", text, pageNumber: 1 },
        metadata: {
          url: `${shown}&t=${at * 60 + 1}s`,
          start_seconds: at * 60 + 1.5,
          end_seconds: at * 60 + 3.5,
          languages: ["en"],
        },
      })),
    ],
  });
  expect(notes).toEqual(["Captions in en were read."]);
  expect(requests[0]).toMatchObject({ languages: "en, *;q=0.5", maxBytes: 20 * 1024 * 1024 });
  expect(requests[0]).not.toHaveProperty("json");
});

it("takes another language than those wanted, and names which there are", async () => {
  const { notes, document, requests } = await read(
    {
      [watch]: page(player([track("de", "asr"), track("fr", "asr")])),
      "/captions?lang=de&fmt=json3": captions("Die Lampe."),
    },
    ["nl", "da"],
  );
  expect(notes).toEqual([
    "Automatic captions in de were read, because there are none in nl, da; there are: de, fr.",
  ]);
  expect(document?.metadata).toMatchObject({ captions: "automatic" });
  expect(requests[0]?.languages).toBe("nl, da, *;q=0.5");
});

it("asks as the app does where the page gives no captions, or none of their text", async () => {
  const asApp = {
    [app]: { body: player([track("fr")]) },
    "/captions?lang=fr&fmt=json3": captions("La lampe."),
  };
  for (const seen of [page(player([])), page(player([track("en")])), page(null)]) {
    const { notes, requests } = await read(
      { [watch]: seen, "/captions?lang=en&fmt=json3": captions(), ...asApp },
      ["fr"],
    );
    expect(notes).toEqual(["Captions in fr were read."]);
    expect(JSON.parse(requests.find(({ json }) => json !== undefined)?.json ?? "{}")).toMatchObject({
      videoId: "dQw4w9WgXcQ",
      context: { client: { clientName: "ANDROID" } },
    });
  }
});

it.each([
  [page(player([])), AcquireError, "has no captions, and captions are what is read of a video"],
  [
    page(player([], { status: "LOGIN_REQUIRED", reason: "Sign in" })),
    AcquireError,
    `can't be read: YouTube says "Sign in" (LOGIN_REQUIRED).`,
  ],
  [page(player([], { status: "ERROR" })), AcquireError, "can't be read: YouTube says ERROR."],
  [page(player([track("en")])), SourceUnavailableError, "YouTube answered none of their text."],
])("says why there is nothing to read (%#)", async (seen, kind, why) => {
  const error = await read({ [watch]: seen, "/captions?lang=en&fmt=json3": captions() }).catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(kind);
  expect(error.message).toContain(why);
});

it("is no other address", async () => {
  await expect(read({}, null, "https://a.example/watch")).rejects.toThrow(
    "https://a.example/watch is not an address of a YouTube video.",
  );
});
