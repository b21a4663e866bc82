import { describe, expect, test } from "vitest";
import { print } from "./flow/print.ts";
import { printable, printableInLine } from "./printable.ts";
import { table } from "./table.ts";

/** Clears the screen, sets the title, ends a line of C1, turns the direction, rings. */
const hostile = "a\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egpj.exe\r\b\u0000z";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test("control characters and changes of direction are written out, all else is kept", () => {
  expect(printable(hostile)).toBe(
    "a\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\u202egpj.exe\\u000d\\u0008\\u0000z",
  );
  const fine = "Größe\t日本語 😀\nعربي";
  expect(printable(fine)).toBe(fine);
  expect(printableInLine("a\nb\tc")).toBe("a\\nb\\tc");
});

test("JSON stays what it says", () => {
  expect(JSON.parse(printable(JSON.stringify({ hostile }, null, 2)))).toEqual({ hostile });
});

describe("what a document says reaches no terminal as control characters", () => {
  const terminal = () => {
    const written: string[] = [];
    const stdout = { write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
    return { text: () => written.join(""), terminal: { environment: {}, stdout } };
  };

  test("tables, with one line for each row", () => {
    const shown = table(["NAME"], [[hostile], ["two\nlines"]]);
    expect(shown).not.toMatch(control);
    expect(shown.split("\n")).toHaveLength(3);
  });

  test("lines of flows", () => {
    const { terminal: own, text } = terminal();
    print(own, hostile);
    expect(text()).not.toMatch(control);
  });
});
