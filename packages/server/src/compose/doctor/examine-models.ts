import { TranscriptionError, VisionError } from "@headwater/reader";
import { describeModel, type ModelSettings } from "../../models/configured-models.ts";
import { composeDocumentModels } from "../document-models.ts";
import { describeModels } from "../models.ts";
import { type Finding, ill, ok } from "./finding.ts";

/** A black square on white, 64 pixels wide: some models refuse smaller pictures. */
const square = {
  png: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAMElEQVR4nO3MQREAIAwDsPo3DRJ2O34lEZCcRxEIBLVBBgKBQCAQCP4LtgQCQU1wAUFc9Kb0ls1lAAAAAElFTkSuQmCC",
    "base64",
  ),
  width: 64,
  height: 64,
};

const maxShown = 120;

/** Calls each configured model once, with a picture of 64 pixels and a second of silence, and says what it answered. */
export async function examineModels(settings: ModelSettings): Promise<Finding> {
  const { vision, transcriber } = composeDocumentModels(settings);
  const calls: Promise<{ line: string; works: boolean }>[] = [];
  const never = AbortSignal.any([]);
  const tried = async (what: string, name: string, call: () => Promise<string>) => {
    const started = performance.now();
    try {
      const answer = await call();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      return { line: `${what} ${name}: answered in ${seconds} s (${answer})`, works: true };
    } catch (error) {
      if (!(error instanceof VisionError || error instanceof TranscriptionError)) throw error;
      return { line: `${what} ${name}: ${error.message}`, works: false };
    }
  };
  if (vision && settings.vision)
    calls.push(
      tried("vision", describeModel(settings.vision), async () => {
        const text = (await vision.describeFigure(square, { signal: never })).replace(/\s+/g, " ");
        return `of a square: "${text.slice(0, maxShown)}"`;
      }),
    );
  if (transcriber && settings.transcription)
    calls.push(
      tried("transcription", describeModel(settings.transcription), async () => {
        const { segments } = await transcriber.transcribe(silence(1), { signal: never });
        return segments.length === 0 ? "of silence: nothing" : "of silence: some words";
      }),
    );
  const found = await Promise.all(calls);
  if (found.length === 0) return ok(describeModels(settings));
  const details = found.map(({ line }) => line);
  return found.every(({ works }) => works)
    ? { ...ok("each answered a call; answers to questions are built-in"), details }
    : ill("not every model works. Mend the setting or the server; documents are read without it.", details);
}

/** A WAV of nothing: 16 kHz, mono, 16 bits. */
function silence(seconds: number): Uint8Array {
  const bytes = seconds * 32_000;
  const wav = Buffer.alloc(44 + bytes);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + bytes, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(16_000, 24);
  wav.writeUInt32LE(32_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(bytes, 40);
  return wav;
}
