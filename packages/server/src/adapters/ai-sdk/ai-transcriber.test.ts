import { TranscriptionError } from "@headwater/reader";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../../../testing/model-server/start-model-server.ts";
import { createAiTranscriber } from "./ai-transcriber.ts";

const key = "sk-test-0123456789abcdef";
const wav = new Uint8Array(64_000);
const signal = AbortSignal.any([]);

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ key });
});
afterEach(() => server.close());

const transcriber = (apiKey: string | undefined = key) =>
  createAiTranscriber(
    { provider: "openai-compatible", model: "whisper-large-v3", baseUrl: server.baseUrl, apiKey },
    { maxConcurrent: 1, timeoutMs: 10_000, wait: async () => {} },
  );

const said = [
  { text: " The tide is high.", start: 0, end: 2.5 },
  { text: " Boats wait outside.", start: 2.5, end: 4 },
];

it.each([
  ["OpenAI's own form", "whole"],
  ["the few fields that whisper.cpp and vLLM send", "few"],
] as const)("segments come from %s", async (_name, form) => {
  server.answerSpeech(said, form);
  expect(await transcriber().transcribe(wav, { signal, language: "en-GB" })).toEqual({
    segments: [
      { text: "The tide is high.", startSeconds: 0, endSeconds: 2.5 },
      { text: "Boats wait outside.", startSeconds: 2.5, endSeconds: 4 },
    ],
    language: "en",
  });
  expect(server.transcriptions).toMatchObject([
    {
      model: "whisper-large-v3",
      fileName: "audio.wav",
      fields: {
        response_format: ["verbose_json"],
        language: ["en"],
        "timestamp_granularities[]": ["segment"],
      },
    },
  ]);
  expect(server.transcriptions[0]?.file).toHaveLength(64_000);
});

it("a server without times gives one segment as long as the recording", async () => {
  server.answerSpeech(said, "text");
  expect(await transcriber().transcribe(wav, { signal })).toMatchObject({
    segments: [{ text: "The tide is high.  Boats wait outside.", startSeconds: 0, endSeconds: 2 }],
  });
});

it("a recording may last any part of a second", async () => {
  server.answerSpeech(said);
  const odd = new Uint8Array(45_678);
  expect((await transcriber().transcribe(odd, { signal })).segments).toHaveLength(2);
});

it("silence is no error", async () => {
  expect(await transcriber().transcribe(wav, { signal })).toMatchObject({ segments: [] });
});

it("a failure is a TranscriptionError without the key", async () => {
  const failure = await transcriber("sk-wrong-0123456789")
    .transcribe(wav, { signal })
    .catch((error: Error) => error);
  expect(failure).toBeInstanceOf(TranscriptionError);
  expect(failure).toMatchObject({
    message: "the model whisper-large-v3 refused the key (401): check HEADWATER_MODEL_API_KEY",
  });
});

it("goes on after a cut connection and bad JSON", async () => {
  server.answerSpeech(said);
  server.fail({ kind: "cut" });
  server.fail({ kind: "bad-json" });
  expect((await transcriber().transcribe(wav, { signal })).segments).toHaveLength(2);
});
