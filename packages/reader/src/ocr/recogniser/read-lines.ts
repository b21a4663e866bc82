import { readFileSync } from "node:fs";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import sharp from "sharp";
import type { Box } from "../../layout/page/box.ts";
import type { Picture } from "../picture.ts";
import { decodeLine } from "./decode-line.ts";
import { findLines } from "./find-lines.ts";
import type { ReadLine, RecogniserFiles } from "./recogniser-messages.ts";
import { lineScore, splitWords } from "./split-words.ts";

type Runtime = typeof import("onnxruntime-node");

/** Pixels of the longer side that the detector sees. More costs memory (1,600 need 500 MB) and finds nothing more. */
const maxSide = 1_600;
/** A smaller picture is enlarged, because its letters are too small for the detector. */
const minShorterSide = 736;
/** The detector takes multiples of it. */
const detectorStep = 32;
/** Pixels of a line that the recogniser sees: what it is trained for, and the longest line of a wide page. */
const lineHeight = 48;
const maxLineWidth = 3_200;
/** One step of the recogniser is so many pixels wide. */
const stepWidth = 8;
/** What is that much taller than wide is a letter that stands alone, or a line that runs up or down. */
const minTallness = 1.5;
/** A lone letter is not so tall. */
const minTurnedTallness = 2.5;
/** A line that is less sure may be upside down. */
const sureScore = 0.8;

/** Reads the lines of a picture with three channels. */
export type ReadLines = (picture: Picture) => Promise<ReadLine[]>;

/** Loads PP-OCRv6: a detector of lines, and a recogniser that reads one line at a time. Takes about .3 s. */
export async function loadRecogniser(files: RecogniserFiles, runtime: Runtime): Promise<ReadLines> {
  const options: InferenceSession.SessionOptions = {
    // Builds run side by side, and the arena keeps the memory of the largest picture.
    ...{ intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: "sequential" },
    ...{ enableCpuMemArena: false, enableMemPattern: false, graphOptimizationLevel: "all" },
  };
  const characters = [...readFileSync(files.characters, "utf8").split("\n"), " "];
  const detector = await runtime.InferenceSession.create(files.detection, options);
  const recogniser = await runtime.InferenceSession.create(files.recognition, options);
  const run = async (session: InferenceSession, { data, width, height }: Picture): Promise<Tensor> => {
    const input = new runtime.Tensor("float32", toTensor(data, width * height), [1, 3, height, width]);
    const output = await session.run({ [session.inputNames[0] as string]: input });
    return output[session.outputNames[0] as string] as Tensor;
  };

  const detect = async (picture: Picture): Promise<Box[]> => {
    const { width, height } = detectorSize(picture);
    const map = await run(detector, await resized(picture, width, height));
    const [across, down] = [picture.width / width, picture.height / height];
    const boxes = findLines({ data: map.data as Float32Array, width, height });
    return boxes.map(({ left, top, right, bottom }) => ({
      left: Math.floor(left * across),
      top: Math.floor(top * down),
      right: Math.min(picture.width, Math.ceil(right * across)),
      bottom: Math.min(picture.height, Math.ceil(bottom * down)),
    }));
  };
  const readStrip = async (strip: Picture) => {
    const wanted = (lineHeight * strip.width) / strip.height;
    const steps = Math.max(2, Math.min(maxLineWidth / stepWidth, Math.round(wanted / stepWidth)));
    const scores = await run(recogniser, await resized(strip, steps * stepWidth, lineHeight));
    const classes = scores.dims[2];
    if (classes !== characters.length + 1)
      throw new Error(`the recogniser has ${classes} classes for ${characters.length} characters`);
    const read = decodeLine(scores.data as Float32Array, characters);
    const score = lineScore(read, (steps * stepWidth) / lineHeight);
    return { words: splitWords(read, scores.dims[1] as number), score };
  };
  const readLine = async (picture: Picture, box: Box): Promise<ReadLine> => {
    const strip = cutOut(picture, box);
    const tallness = strip.height / strip.width;
    let best: ReadLine = { ...box, words: [], score: 0, direction: 0 };
    const directions = ([0, 180, 90, 270] as const).filter((direction) =>
      direction % 180 === 0 ? tallness < minTurnedTallness : tallness >= minTallness,
    );
    for (const direction of directions) {
      const level = direction === 0 ? strip : await turned(strip, 360 - direction);
      const read = await readStrip(level);
      if (read.score > best.score) best = { ...box, ...read, direction };
      if (best.score >= sureScore) break;
    }
    return best;
  };

  return async (picture) => {
    const lines: ReadLine[] = [];
    for (const box of await detect(picture)) lines.push(await readLine(picture, box));
    return lines;
  };
}

function detectorSize({ width, height }: Picture): { width: number; height: number } {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  const scale = Math.min(maxSide / longer, Math.max(1, minShorterSide / shorter));
  const size = (side: number) =>
    Math.max(detectorStep, Math.round((side * scale) / detectorStep) * detectorStep);
  return { width: size(width), height: size(height) };
}

/** Planes of blue, green and red, each value from -1 to 1. */
function toTensor(data: Uint8Array, count: number): Float32Array {
  const planes = new Float32Array(3 * count);
  for (let at = 0; at < count; at += 1)
    for (let channel = 0; channel < 3; channel += 1)
      planes[channel * count + at] = (data[3 * at + 2 - channel] as number) / 127.5 - 1;
  return planes;
}

const raw = ({ data, width, height }: Picture) => sharp(data, { raw: { width, height, channels: 3 } });

async function resized(picture: Picture, width: number, height: number): Promise<Picture> {
  const data = await raw(picture).resize({ width, height, fit: "fill", kernel: "linear" }).raw().toBuffer();
  return { data, width, height, channels: 3 };
}

async function turned(picture: Picture, degrees: number): Promise<Picture> {
  const { data, info } = await raw(picture).rotate(degrees).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}

function cutOut({ data, width }: Picture, { left, top, right, bottom }: Box): Picture {
  const [across, down] = [right - left, bottom - top];
  const pixels = new Uint8Array(across * down * 3);
  for (let row = 0; row < down; row += 1) {
    const start = ((top + row) * width + left) * 3;
    pixels.set(data.subarray(start, start + across * 3), row * across * 3);
  }
  return { data: pixels, width: across, height: down, channels: 3 };
}
