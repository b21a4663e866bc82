import type { UploadDropzoneProps } from "@headwater/react-hooks";
import { randomId } from "../shell/random-id.ts";
import type { Refusal } from "./queue.ts";
import { maxFileInWords, sizeInWords } from "./sizes.ts";

export type RejectionCode = Parameters<NonNullable<UploadDropzoneProps["onRejected"]>>[2];

type Circumstances = { size: number; fileTypes: readonly string[] | undefined };

const reasons: Record<RejectionCode, (circumstances: Circumstances) => string> = {
  size: ({ size }) => `This file has ${sizeInWords(size)}; the limit is ${maxFileInWords}.`,
  type: ({ fileTypes }) =>
    fileTypes
      ? `The service does not read files of this kind. It reads ${inWords(fileTypes)}.`
      : "The service does not read files of this kind. Save it as PDF and add that.",
  folder: () => "This is a folder. Open it and add the files in it.",
  count: () => "Only one file at a time.",
};

/** The line of a file that was rejected before it was sent. */
export const refusalOf = (
  { name, size }: Pick<File, "name" | "size">,
  code: RejectionCode,
  fileTypes?: readonly string[],
): Refusal => ({
  id: randomId(),
  fileName: name,
  sizeBytes: code === "folder" ? 0 : size,
  why: reasons[code]({ size, fileTypes }),
});

const inWords = (fileTypes: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(fileTypes);
