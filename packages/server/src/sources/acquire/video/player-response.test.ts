import { expect, it } from "vitest";
import { apiKeyOfPage, chooseTrack, isLanguage, videoOf, videoOfPage } from "./player-response.ts";

const track = (language: string, automatic = false) => ({
  url: `/${language}/${automatic}`,
  language,
  automatic,
});

it("is found in a page, whatever its strings contain", () => {
  const response = String.raw`{"playabilityStatus": {"status": "OK", "reason": "} \" { \\"}}`;
  for (const name of [
    "var ytInitialPlayerResponse = ",
    'window["ytInitialPlayerResponse"] =',
    "ytInitialPlayerResponse=",
  ])
    expect(videoOfPage(`<script>${name}${response};var other = {"status": "no"}</script>`)).toMatchObject({
      status: "OK",
      reason: String.raw`} " { \ `.trim(),
    });
  for (const page of [
    "<p>{}</p>",
    'ytInitialPlayerResponse = {"playabilityStatus": {"status": "OK"',
    "ytInitialPlayerResponse = x",
  ])
    expect(videoOfPage(page)).toBeNull();
});

it("is read with what it lacks as null, and tracks without an address or a language left out", () => {
  expect(videoOf('{"playabilityStatus": {"status": "ERROR"}}')).toEqual({
    ...{ status: "ERROR", reason: null, title: null, author: null, seconds: null, tracks: [] },
  });
  const captionTracks = [
    { baseUrl: "/a", languageCode: "en", kind: "asr" },
    { baseUrl: "/b", languageCode: "de" },
    { baseUrl: "/c" },
    { languageCode: "fr" },
    null,
  ];
  expect(
    videoOf(
      JSON.stringify({
        playabilityStatus: { status: "OK" },
        videoDetails: { title: "T", author: "A", lengthSeconds: "61" },
        captions: { playerCaptionsTracklistRenderer: { captionTracks } },
      }),
    ),
  ).toEqual({
    ...{ status: "OK", reason: null, title: "T", author: "A", seconds: 61 },
    tracks: [
      { url: "/a", language: "en", automatic: true },
      { url: "/b", language: "de", automatic: false },
    ],
  });
  for (const json of [
    "",
    "{",
    "null",
    "{}",
    '{"playabilityStatus": {"status": ""}}',
    '{"playabilityStatus": "OK"}',
  ])
    expect(videoOf(json)).toBeNull();
});

it("chooses the first language that there is, by hand before recognised", () => {
  const [english, heard, brazilian] = [track("en"), track("en", true), track("pt-BR")];
  expect(chooseTrack([heard, english, brazilian], ["fr", "en"])).toBe(english);
  expect(chooseTrack([heard, brazilian], ["en", "pt"])).toBe(heard);
  expect(chooseTrack([heard, brazilian], ["pt"])).toBe(brazilian);
  expect(chooseTrack([heard, brazilian], ["fr"])).toBe(brazilian);
  expect(chooseTrack([heard], ["fr"])).toBe(heard);
  expect(chooseTrack([], ["fr"])).toBeNull();
  expect(["pt", "pt-br", "p", "br"].map((wanted) => isLanguage(brazilian, wanted))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isLanguage(track("pt"), "pt-br")).toBe(false);
});

it("asks with the key of the page", () => {
  expect(apiKeyOfPage('{"INNERTUBE_API_KEY" : "AIza-key_0123"}')).toBe("AIza-key_0123");
  for (const page of ['"INNERTUBE_API_KEY":"short"', `"INNERTUBE_API_KEY":"${"x".repeat(101)}"`, ""])
    expect(apiKeyOfPage(page)).toBeNull();
});
