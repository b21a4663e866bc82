import iconv from "iconv-lite";

/** Code pages by the numbers that fonts give them. */
const byFont: Record<number, number> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

export const fontCodePage = (charset: number | undefined): number | undefined =>
  charset === undefined ? undefined : byFont[charset];

/** Decodes bytes of a code page. Pages that are unknown are taken for Western European. */
export function decodePage(bytes: readonly number[], page: number): string {
  const name = page === 10000 ? "macroman" : page === 65001 ? "utf8" : `cp${page}`;
  return iconv.decode(Buffer.from(bytes), iconv.encodingExists(name) ? name : "windows-1252");
}
