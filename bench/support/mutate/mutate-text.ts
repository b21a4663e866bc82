import { between, pick, type Random } from "../../../packages/server/testing/documents/seeded-random.ts";

const oddPieces = [
  "<",
  ">",
  "</",
  '"',
  "\0",
  "\u202e",
  "\ufffe",
  "\ud800",
  "&#0;",
  "&#x10ffff;",
  "]]>",
  "<!--",
  "constructor",
  "__proto__",
  "toString",
  "-1",
  "1e400",
  "4294967296",
  "NaN",
  "\n\n",
  "|",
  "\t",
];
const oddNumbers = [
  "0",
  "-1",
  "1",
  "65536",
  "2147483647",
  "-2147483648",
  "4294967295",
  "1e308",
  "99999999999999999999",
  "NaN",
  "",
];
const maxAdded = 2_000_000;

/** Damage to a text with markup: pieces cut, moved, repeated and nested; other numbers; other names. */
export function mutateText(random: Random, text: string): string {
  if (text === "") return pick(random, oddPieces);
  const at = between(random, 0, text.length);
  const length = between(random, 1, Math.max(1, Math.min(text.length >> 2, 4_000)));
  switch (between(random, 0, 9)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + pick(random, oddPieces) + text.slice(at);
    case 3:
      return text.slice(0, at) + repeated(random, text.slice(at, at + length)) + text.slice(at);
    case 4:
      return text.slice(0, at) + repeated(random, tagNear(text, at)) + text.slice(at);
    case 5:
      return withEach(random, text, /(?<=["'>\s:=,])-?\d+(?:\.\d+)?(?=["'<\s,;])/g, () =>
        pick(random, oddNumbers),
      );
    case 6:
      return withEach(
        random,
        text,
        /"[^"<>]{0,40}"/g,
        () =>
          `"${pick(
            random,
            oddPieces.filter((piece) => piece !== '"'),
          )}"`,
      );
    case 7:
      return withEach(random, text, /<\/?[\w:]+/g, (tag) =>
        tag.startsWith("</")
          ? "</a"
          : pick(random, ["<a", "<constructor", `${tag}x`, "<w:tbl", "<table:table"]),
      );
    case 8:
      return withEntities(text);
    default: {
      const other = between(random, 0, text.length);
      return text.slice(0, at) + text.slice(other, other + length) + text.slice(at);
    }
  }
}

const repeated = (random: Random, piece: string): string =>
  piece.repeat(Math.min(10 ** between(random, 1, 5), Math.ceil(maxAdded / Math.max(1, piece.length))));

/** The tag that begins last before a place. */
function tagNear(text: string, at: number): string {
  const start = text.lastIndexOf("<", at);
  const end = text.indexOf(">", start);
  return start < 0 || end < 0 || end - start > 1_000 ? "[" : text.slice(start, end + 1);
}

/** Replaces one to twenty of the places that match. */
function withEach(random: Random, text: string, pattern: RegExp, change: (found: string) => string): string {
  const count = [...text.matchAll(pattern)].length;
  const share = between(random, 1, 20) / Math.max(1, count);
  return text.replace(pattern, (found) => (random() < share ? change(found) : found));
}

/** Entities that grow to a billion letters, used before the first end tag. */
function withEntities(text: string): string {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  ).join("");
  const declared = `<!DOCTYPE x [<!ENTITY e0 "lol"><!ENTITY file SYSTEM "file:///etc/passwd">${entities}]>`;
  const start = text.startsWith("<?xml") ? text.indexOf("?>") + 2 : 0;
  return `${text.slice(0, start)}${declared}${text.slice(start).replace("</", "&e9;&file;</")}`;
}
