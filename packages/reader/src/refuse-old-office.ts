import { ParseError } from "./parse-error.ts";

type OldFormat = { starts: readonly (readonly number[])[]; program: string; extension: string };

/** How files begin that were written before Office kept its documents in compound files. */
const formats: ReadonlyMap<string, OldFormat> = new Map([
  [
    "doc",
    {
      starts: [
        [0x31, 0xbe],
        [0x9b, 0xa5],
        [0xdb, 0xa5],
        [0xfe, 0x37],
      ],
      program: "The document was made by Word 95",
      extension: "docx",
    },
  ],
  [
    "xls",
    {
      // The first record of BIFF 2, 3 and 4, and its length.
      starts: [0x00, 0x02, 0x04].flatMap((version) => [4, 6, 8].map((length) => [0x09, version, length, 0])),
      program: "The workbook was made by Excel 4",
      extension: "xlsx",
    },
  ],
]);

/** Throws ParseError for documents of programs that are too old, naming them. `extension` is the one of the file's name. */
export function refuseOldOffice(bytes: Uint8Array, extension: string): void {
  const format = formats.get(extension);
  const isOld = format?.starts.some((start) => start.every((byte, at) => bytes[at] === byte));
  if (format && isOld) throw madeByOldProgram(format.program, format.extension);
}

export const madeByOldProgram = (program: string, extension: string): ParseError =>
  new ParseError(
    `${program} or an older program. Open it in a newer one, save it as .${extension} and upload that.`,
  );
