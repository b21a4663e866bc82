// Control characters but tab and line feed, and what turns the direction of writing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A text for a terminal. Names and texts of documents may hold control characters, which could move the cursor, hide lines or
 * change the terminal; they are shown as `\u001b`, which is also right in JSON.
 */
export const printable = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The same for a part of a line, such as a name. */
export const printableInLine = (text: string): string =>
  printable(text.replace(/[\t\n]/g, (character) => (character === "\n" ? "\\n" : "\\t")));
