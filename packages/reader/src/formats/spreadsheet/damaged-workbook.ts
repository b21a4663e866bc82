import { ParseError } from "../../parse-error.ts";

export const damagedWorkbook = (cause?: unknown): ParseError =>
  new ParseError(
    "The workbook is damaged or of a kind that cannot be read. Open it in the program that made it, save it as .xlsx and upload that.",
    { cause },
  );
