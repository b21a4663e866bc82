import { describe, expect, test } from "vitest";
import { linearEngine } from "./pattern-engine.ts";
import { checkSimplifiedSchema } from "./simplified-schema.ts";
import { compileOutputSchema } from "./validate-output.ts";

const patterns = [
  ...["^\\d{4}-\\d{2}-\\d{2}$", "^[A-Z]{2}\\d{2}[A-Z0-9]{4,30}$", "^\\p{Lu}\\p{L}*$", "^\\S+@\\S+\\.\\S+$"],
  ...["\\s", "^\\S$", "[\\s_]", "[^\\s]", "[\\S\\n]", "^.$", "^[^]$", "[]", "^[.]$", "^[[:alph]$"],
  ...["a|^b$", "(?<year>\\d+)", "^(?:ab)*?c", "\\bword\\b", "\\Bx", "^[\\w-]+$", "^\\W$", "^\\D$"],
  ...["^\\u00e9$", "^\\u{1F600}$", "^\\ud83d\\ude00$", "^\\x41\\t\\0$", "^\\cJ$", "\\/\\."],
  ...[
    "^\\p{Script=Greek}+$",
    "^\\p{sc=Latin}$",
    "\\P{L}",
    "^[\\p{L}\\p{N}]+$",
    "^\\p{gc=Nd}$",
    "^[\\]\\\\^-]$",
  ],
  ...["^(a+)+$", "(x+x+)+y", "^(a|aa)+$", "^a{2,}$", "^a{0}$", "^$", ""],
];
const texts = [
  ...[
    "",
    "a",
    "b",
    "ab",
    "abc",
    "ababc",
    "aa",
    "aaa",
    "x",
    "ax",
    "xxy",
    "a word here",
    "words",
    "A1",
    "Ärzte",
  ],
  ...[
    "2024-05-06",
    "2024-5-6",
    "DE44500105175407324931",
    "a@b.c",
    "a b",
    " ",
    "\n",
    "\r",
    "\u00a0",
    "\ufeff",
  ],
  ...[
    "\u2028",
    "\u2003",
    "\v",
    "\u180e",
    "é",
    "😀",
    "A\t\0",
    ".",
    "/",
    "-",
    "[",
    ":",
    ":]",
    "a]",
    "]",
    "\\",
    "^",
  ],
  ...["αβγ", "٣", "5", "_", "ſ", "K", "line\nbreak", "\u0000", "~"],
];

test.each(patterns)("%s means the same as in JavaScript", (pattern) => {
  const native = new RegExp(pattern, "u");
  const linear = linearEngine(pattern);
  for (const text of texts) expect([text, linear.test(text)]).toEqual([text, native.test(text)]);
});

test.each(["^(a+)+$", "(a*)*b", "^(a|a)*$", "^(?:a?){50}a{50}$"])(
  "%s answers 50,000 characters at once",
  (pattern) => {
    expect(linearEngine(pattern).test(`${"a".repeat(50_000)}!`)).toBe(pattern.endsWith("!"));
  },
);

describe("what the engine can't say", () => {
  test.each([
    ["^(?=.*\\d).+$", "(?=.*\\d)", "look-arounds"],
    ["(?<!a)b", "(?<!a)", "look-arounds"],
    ["^(a)\\1$", "\\1", "back references"],
    ["^.{1,2000}$", ".{1,2000}", "minLength and maxLength"],
    ["\\p{Alphabetic}", "\\p{Alphabetic}", "\\p{L}"],
  ])("%s is refused with its part and what to write instead", (pattern, part, instead) => {
    const schema = { type: "object", properties: { code: { type: "string", pattern } } };
    const refusal = () => checkSimplifiedSchema(schema);
    expect(refusal).toThrow("output_schema is not supported: ");
    for (const said of [part, JSON.stringify(pattern), instead, "at /properties/code/pattern"])
      expect(refusal).toThrow(said);
  });

  test("also in patternProperties", () => {
    const compile = (pattern: string) => () => compileOutputSchema({ patternProperties: { [pattern]: {} } });
    expect(compile("^(?!x)")).toThrow("at /patternProperties/^(?!x)");
    const validate = compileOutputSchema({ patternProperties: { "^(a+)+$": { type: "string" } } });
    expect(validate({ [`${"a".repeat(50_000)}!`]: 1 })).toEqual([]);
  });
});

test("formats take linear time", () => {
  const validate = compileOutputSchema({ items: { format: "url" } });
  expect(validate([`http://${"::".repeat(25_000)}`])).not.toEqual([]);
  expect(validate(["https://example.com/a?b#c"])).toEqual([]);
});
