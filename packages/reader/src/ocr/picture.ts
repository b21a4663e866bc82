import sharp from "sharp";

/** A decoded picture: raw pixels as sharp takes them. */
export type Picture = { data: Uint8Array; width: number; height: number; channels: 1 | 2 | 3 | 4 };

/** Clockwise turn in degrees after which the text of a picture reads from left to right. */
export type Turn = 0 | 90 | 180 | 270;

export async function turnPicture({ data, width, height, channels }: Picture, turn: Turn): Promise<Picture> {
  const { data: pixels, info } = await sharp(data, { raw: { width, height, channels } })
    .rotate(turn)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data: pixels,
    width: info.width,
    height: info.height,
    channels: info.channels as Picture["channels"],
  };
}
