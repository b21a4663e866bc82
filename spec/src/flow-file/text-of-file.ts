import { FlowFileError } from "./flow-file-error.ts";

const encodings = [
  { mark: [0xff, 0xfe], name: "utf-16le" },
  { mark: [0xfe, 0xff], name: "utf-16be" },
] as const;

/**
 * The text of a file in UTF-8, or in UTF-16 with its mark, as some editors and shells of Windows write it.
 *
 * @throws {FlowFileError} for bytes that are neither
 */
export function textOfFile(bytes: Uint8Array, fileName: string): string {
  const encoding = encodings.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  let text: string;
  try {
    text = new TextDecoder(encoding?.name ?? "utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FlowFileError(`${fileName} is not text in UTF-8. Save it as UTF-8.`, { cause });
  }
  if (text.includes("\0"))
    throw new FlowFileError(
      `${fileName} has NUL characters: it may be UTF-16 without its mark, or not text. Save it as UTF-8.`,
    );
  return text;
}
