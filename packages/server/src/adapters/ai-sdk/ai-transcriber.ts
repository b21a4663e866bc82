import { type Speech, type Transcriber, TranscriptionError } from "@headwater/reader";
import { observeNothing } from "../../kernel/observe.ts";
import { type ConfiguredModel, observedName } from "../../models/configured-models.ts";
import { observed } from "../../models/observe-models.ts";
import { noTokens } from "../../models/usage.ts";
import type { AiModelOptions } from "./ai-vision.ts";
import { createModelCalls } from "./model-calls.ts";
import { ModelFailure } from "./model-failure.ts";
import { openTranscriptionModel } from "./open-provider.ts";

/** 20 MB as the port's WAV, below the 25 MB that OpenAI takes. */
const maxSeconds = 600;
/** 16 kHz, mono, 16 bits. */
const bytesPerSecond = 32_000;

/** Models that only answer text, without times. */
const withoutTimes = /^gpt-4o/;

/** The reader's port for a speech model behind an address. Making it loads and calls nothing. */
export function createAiTranscriber(
  model: ConfiguredModel,
  { timeoutMs, fetch, observe = observeNothing, ...rules }: AiModelOptions,
): Transcriber {
  const { call } = createModelCalls({ ...rules, model });
  const watched = { purpose: "transcription", model: observedName(model) } as const;
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => {
    const [{ transcribe }, speech] = await Promise.all([
      import("ai"),
      openTranscriptionModel(model, { fetch }),
    ]);
    globalThis.AI_SDK_LOG_WARNINGS = false;
    return { transcribe, speech };
  };

  const once = async (
    wav: Uint8Array,
    language: string | undefined,
    signal: AbortSignal,
  ): Promise<Speech> => {
    opened ??= open();
    const { transcribe, speech } = await opened;
    const seconds = wav.byteLength / bytesPerSecond;
    const options = {
      ...(language !== undefined && { language: language.split("-")[0] ?? language }),
      ...(!withoutTimes.test(model.model) && { responseFormat: "verbose_json" }),
    };
    const answer = await transcribe({
      model: speech,
      audio: wav,
      ...(model.provider !== "google" && { providerOptions: { openai: options } }),
      maxRetries: 0,
      abortSignal: signal,
    }).catch((error: Error) => {
      // To the SDK a recording in which nothing is said is an error.
      if (error.name === "AI_NoTranscriptGeneratedError") return null;
      throw error;
    });
    if (answer === null) return { segments: [], language: null };
    const segments = answer.segments
      .filter(
        ({ text, startSecond, endSecond }) =>
          text.trim() !== "" && endSecond >= startSecond && startSecond >= 0,
      )
      .map(({ text, startSecond, endSecond }) => ({
        text: text.trim(),
        startSeconds: startSecond,
        endSeconds: endSecond,
      }));
    const text = answer.text.trim();
    // A model without times: all that is known is that it was said somewhere in the recording.
    const whole = text === "" ? [] : [{ text, startSeconds: 0, endSeconds: seconds }];
    return {
      segments: segments.length > 0 ? segments : whole,
      language: answer.language ?? language ?? null,
    };
  };

  return {
    name: model.model,
    maxSeconds,
    async transcribe(wav, { signal, language }) {
      // Slow machines take about as long as the recording is. Timers take whole milliseconds only.
      const limit = timeoutMs + Math.ceil(wav.byteLength / bytesPerSecond) * 1000;
      const asked = () => call((stop) => once(wav, language, stop), { signal, timeoutMs: limit });
      try {
        // The SDK reports no tokens of speech.
        return await observed(watched, signal, observe, asked, () => noTokens);
      } catch (error) {
        throw error instanceof ModelFailure ? new TranscriptionError(error.message) : error;
      }
    },
  };
}
