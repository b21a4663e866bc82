import type { Picture } from "../../ocr/picture.ts";

/** The pictures in an image file: one, or the pages of a TIFF. */
export type Pictures = {
  readonly count: number;
  /** 1-based. Upright as the camera noted it, with square pixels. Throws when this picture can't be decoded. */
  read(number: number): Promise<Picture>;
};
