import type { Citation, Element } from "@headwater/client";
import type { AskMessage } from "@headwater/react-hooks";
import { expect, it } from "vitest";
import { citedPlaces, cutAtQuote } from "./cited-places.ts";
import { isRecordingName, recordingKind } from "./recording-of.ts";
import { transcriptOrigin } from "./transcript-origin.ts";

it.each([
  ["local file", "M4A", "audio"],
  ["local file", "mkv", "video"],
  ["youtube", "youtube", "youtube"],
  ["local file", "pdf", undefined],
  ["url", "mp3", undefined],
] as const)("takes a %s of type %s for %s", (file_source, file_type, kind) => {
  expect(recordingKind({ file_source, file_type })).toBe(kind);
});

it.each([
  ["meeting.M4A", true],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", true],
  ["https://youtu.be/dQw4w9WgXcQ", true],
  ["https://example.com/youtube", false],
  ["mp3", true],
  ["mp3.pdf", false],
  ["", false],
])("knows by the name %j whether it is a recording: %s", (name, is) => {
  expect(isRecordingName(name)).toBe(is);
});

const from = (...facts: Record<string, unknown>[]) =>
  transcriptOrigin(facts.map((metadata) => ({ metadata: metadata as Element["metadata"] })));

it("says who wrote the words", () => {
  expect(from({ text_source: "speech", languages: ["en"] })).toBe(
    "Transcript by a machine, English. No person has checked it.",
  );
  expect(from({ text_source: "speech", transcriber: "whisper-1", languages: ["en"] })).toBe(
    "Transcript by whisper-1, English. No person has checked it.",
  );
  expect(from({ text_source: "subtitles", languages: ["de"] })).toBe("Captions from the file, German.");
  expect(from({ captions: "automatic" }, { languages: ["en"] })).toBe(
    "Automatic captions by YouTube, English. No person has checked them.",
  );
  expect(from({ captions: "by hand" })).toBe("Captions by YouTube, written by hand.");
  expect(from({ kind: "chapter" })).toMatch(/^Only the chapters/);
  expect(from({ text_source: "speech", languages: ["not a code"] })).toBe(
    "Transcript by a machine. No person has checked it.",
  );
  expect(from({})).toBe("");
});

const asked = (text: string): AskMessage => ({ id: text, role: "user", text, settings: {} });
const answered = (citations: Citation[]): AskMessage => ({
  id: "a",
  role: "assistant",
  text: "",
  citations,
  structuredOutput: undefined,
  status: "done",
  answer: undefined,
  error: undefined,
});

it("finds what answers cite of a recording, each place once, with its question", () => {
  const cite = (file_id: string, element_id: string | null, text_preview = "words"): Citation => ({
    file_id,
    element_id,
    text_preview,
  });
  const messages = [
    asked("First?"),
    answered([cite("here", "e1"), cite("elsewhere", "e2"), cite("here", null)]),
    asked("Second?"),
    answered([cite("here", "e1"), cite("here", "e3")]),
  ];
  expect(citedPlaces(messages, "here")).toEqual([
    { elementId: "e1", quote: "words", question: "First?" },
    { elementId: "e3", quote: "words", question: "Second?" },
  ]);
});

it("marks a quote where it stands, whatever its spaces, and no other words", () => {
  expect(cutAtQuote("We said: one (1)  two. And more", "one (1) two.")).toEqual([
    "We said: ",
    "one (1)  two.",
    " And more",
  ]);
  expect(cutAtQuote("one two three", "…two three…")).toEqual(["one ", "two three", ""]);
  expect(cutAtQuote("one two", "three")).toBeUndefined();
  expect(cutAtQuote("one two", " ")).toBeUndefined();
});
