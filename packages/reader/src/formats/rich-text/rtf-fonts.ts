import { isSymbolFont } from "../../markup/symbol-fonts.ts";
import { fontCodePage } from "./rtf-charset.ts";

type RtfFont = { page?: number; symbols?: string | undefined };

/** The fonts of a document: the code page of each, or its name where its letters are symbols. */
export function createFonts() {
  const fonts = new Map<number, RtfFont>();
  let number = 0;
  let name = "";
  return {
    /** An entry of the table of fonts begins. */
    start(font: number): void {
      number = font;
      name = "";
    },
    charset(value: number | undefined): void {
      const page = fontCodePage(value);
      if (page !== undefined) fonts.set(number, { page });
    },
    name(text: string): void {
      name += text;
    },
    end(): void {
      const symbols = name.split(";")[0]?.trim();
      if (isSymbolFont(symbols)) fonts.set(number, { symbols });
    },
    of: (font: number): RtfFont => fonts.get(font) ?? {},
  };
}
