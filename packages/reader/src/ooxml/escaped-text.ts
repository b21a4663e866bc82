const characterCode = /_x([0-9A-Fa-f]{4})_/g;

/**
 * Text of the type ST_Xstring: `_x000D_` is the character U+000D, and `_x005F_` an underscore that would otherwise begin
 * such a code.
 */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(characterCode, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
