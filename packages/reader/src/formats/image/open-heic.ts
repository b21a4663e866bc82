import type { Pictures } from "./pictures.ts";

type HeicImage = {
  width: number;
  height: number;
  decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
};

/** Opens a HEIC file. `assertSize` throws for a picture that is too large, before it is decoded. */
export async function openHeic(
  bytes: Uint8Array,
  assertSize: (width: number, height: number) => void,
): Promise<Pictures> {
  const { default: decode } = await import("heic-decode");
  // The sizes are known before anything is decoded; the published types leave them out.
  const opened = withoutMessages(() => decode.all({ buffer: withKnownBrand(bytes) }));
  const images = (await opened) as HeicImage[];
  for (const { width, height } of images) assertSize(width, height);
  return {
    count: images.length,
    async read(number) {
      const image = images[number - 1] as HeicImage;
      const { data, width, height } = await withoutMessages(() => image.decode());
      return {
        data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
        width,
        height,
        channels: 4,
      };
    },
  };
}

/** The library knows fewer brands than it can decode: not the scalable and the multiview ones. */
function withKnownBrand(bytes: Uint8Array): Uint8Array {
  const known = bytes.slice();
  known.set(Buffer.from("heic"), 8);
  return known;
}

const MESSAGES =
  /^(?:Decoding image failed|Could not (?:create HEIF|parse HEIF|get image data)|Error loading image ids|No images found)/;

/**
 * libheif prints what is wrong with a damaged file, and has no option against it. Other code may print meanwhile, so only
 * these messages are dropped.
 */
async function withoutMessages<T>(work: () => Promise<T>): Promise<T> {
  const { log } = console;
  // Another file is being opened.
  if (log.name === "logOfOthers") return work();
  console.log = function logOfOthers(...parts: unknown[]) {
    if (!MESSAGES.test(String(parts[0]))) log(...parts);
  };
  try {
    return await work();
  } finally {
    console.log = log;
  }
}
