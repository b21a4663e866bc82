/** A piece of an RTF file: a group's edge, a control word with its number, a byte in hexadecimal, or plain bytes. */
export type RtfToken =
  | { kind: "open" }
  | { kind: "close" }
  | { kind: "word"; name: string; value: number | undefined }
  | { kind: "symbol"; name: string }
  | { kind: "byte"; value: number }
  | { kind: "text"; text: string };

const control = /([a-z]{1,32})(-?\d{1,10})? ?/iy;
const plain = /[^\\{}\r\n]{1,4096}/y;

/** Cuts RTF into tokens. `source` has one character for each byte. Pictures in binary form are passed over. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  let at = 0;
  while (at < source.length) {
    const character = source[at];
    if (character === "{" || character === "}") {
      yield { kind: character === "{" ? "open" : "close" };
      at += 1;
    } else if (character === "\\") {
      control.lastIndex = at + 1;
      const found = control.exec(source);
      if (found) {
        const value = found[2] === undefined ? undefined : Number(found[2]);
        at = control.lastIndex;
        if (found[1] === "bin" && value !== undefined && value > 0) at += value;
        else yield { kind: "word", name: found[1] ?? "", value };
      } else if (source[at + 1] === "'") {
        const value = Number.parseInt(source.slice(at + 2, at + 4), 16);
        if (value >= 0) yield { kind: "byte", value };
        at += 4;
      } else {
        yield { kind: "symbol", name: source[at + 1] ?? "" };
        at += 2;
      }
    } else {
      plain.lastIndex = at;
      const found = plain.exec(source);
      if (found) yield { kind: "text", text: found[0] };
      at = found ? plain.lastIndex : at + 1;
    }
  }
}
