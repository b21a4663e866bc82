import { bytesPerSecond } from "./wav.ts";

/** A piece of a recording: samples of 16 bits, and where it is in the whole. */
export type SpeechPiece = { samples: Buffer; startSeconds: number; endSeconds: number; isSilent: boolean };

/** 20 ms: shorter than any sound of speech. */
const frameBytes = bytesPerSecond / 50;
/** The quietest 0.3 s is a pause between words or sentences. */
const pauseFrames = 15;
/** A piece is cut in its last third. */
const earliestCut = 2 / 3;
/** Root mean square of a frame in which something can be heard, of 32,768: -60 dB. */
const audible = 33;

/**
 * Cuts samples into pieces of at most `maxSeconds`, each in the middle of the quietest moment of its last third. It holds
 * one piece at a time, however long the recording is.
 */
export async function* cutAtSilences(
  samples: AsyncIterable<Uint8Array>,
  maxSeconds: number,
): AsyncGenerator<SpeechPiece> {
  const maxBytes = Math.max(3 * pauseFrames, Math.floor(maxSeconds * 50)) * frameBytes;
  let held = Buffer.alloc(maxBytes);
  let length = 0;
  let before = 0;

  const take = (bytes: number): SpeechPiece => {
    const piece = pieceOf(held.subarray(0, bytes), before);
    before += bytes;
    const next = Buffer.alloc(maxBytes);
    held.copy(next, 0, bytes, length);
    held = next;
    length -= bytes;
    return piece;
  };

  for await (const some of samples) {
    let at = 0;
    while (at < some.length) {
      const fitting = Math.min(some.length - at, maxBytes - length);
      held.set(some.subarray(at, at + fitting), length);
      length += fitting;
      at += fitting;
      if (length === maxBytes) yield take(quietestCut(held));
    }
  }
  // A byte too many is half a sample of a recording that was cut short.
  if (length >= 2) yield take(length - (length % 2));
}

function pieceOf(samples: Buffer, before: number): SpeechPiece {
  return {
    samples,
    startSeconds: before / bytesPerSecond,
    endSeconds: (before + samples.length) / bytesPerSecond,
    isSilent: loudnessOf(samples).every((loudness) => loudness < audible),
  };
}

/** The middle of the quietest pause, however long it is. */
function quietestCut(samples: Buffer): number {
  const loudness = loudnessOf(samples);
  const sums: number[] = [];
  const from = Math.floor(loudness.length * earliestCut);
  for (let at = from; at + pauseFrames <= loudness.length; at += 1) {
    let sum = 0;
    for (let frame = at; frame < at + pauseFrames; frame += 1) sum += loudness[frame] ?? 0;
    sums.push(sum);
  }
  const least = Math.min(...sums);
  const first = sums.indexOf(least);
  let last = first;
  while ((sums[last + 1] ?? Number.POSITIVE_INFINITY) <= least + audible) last += 1;
  return (from + Math.floor((first + last + pauseFrames) / 2)) * frameBytes;
}

/** Root mean square of each frame. */
function loudnessOf(samples: Buffer): number[] {
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  const loudness: number[] = [];
  for (let start = 0; start < samples.length - 1; start += frameBytes) {
    const end = Math.min(start + frameBytes, samples.length - 1);
    let sum = 0;
    for (let at = start; at < end; at += 2) sum += view.getInt16(at, true) ** 2;
    loudness.push(Math.sqrt(sum / ((end - start) / 2)));
  }
  return loudness;
}
