import { describe, expect, it } from "vitest";
import { wordsInReadingOrder } from "./bidirectional-order.ts";
import { joinDropCaps } from "./drop-caps.ts";
import { joinLeaders } from "./leaders.ts";
import { withoutOverprint } from "./overprint.ts";
import type { Word } from "./page.ts";
import { joinPlacedColumns } from "./placed-columns.ts";
import { joinSpacedLetters } from "./spaced-letters.ts";

const font = { name: "Serif", weight: 400, italic: false, monospaced: false };

/** A word on a baseline; each letter is half of the font size wide. */
function word(text: string, left: number, baseline: number, size = 10, spaceBefore = true): Word {
  const box = { left, right: left + text.length * size * 0.5, top: baseline - size, bottom: baseline + 2 };
  return { text, ...box, ascent: size, size, font, direction: 0, spaceBefore };
}

const texts = (words: readonly Word[]) => words.map(({ text }) => text);

describe("text that is drawn twice", () => {
  it("comes once, also where the second copy is in other pieces", () => {
    const words = [
      word("Stock", 72, 100),
      word("code:", 102, 100),
      word("Stock", 72.4, 100.3),
      word("code", 102.3, 100),
    ];
    expect(texts(withoutOverprint(words))).toEqual(["Stock", "code:"]);
    expect(texts(withoutOverprint([...words].reverse()))).toEqual(["Stock", "code:"]);
  });

  it("comes once in large letters, too", () => {
    expect(texts(withoutOverprint([word("BIG", 72, 100, 60), word("BIG", 75, 110, 60)]))).toEqual(["BIG"]);
  });

  it("is kept where it stands beside or below itself, or over another word", () => {
    const words = [
      word("go", 72, 100),
      word("go", 90, 100),
      word("go", 72, 112),
      word("ago", 300, 100),
      word("no", 300, 100),
    ];
    expect(withoutOverprint(words)).toEqual(words);
  });
});

describe("letters with wide spaces between them", () => {
  const spaced = (text: string, gap: number, from = 72) =>
    [...text].flatMap((letter, index) =>
      letter === " " ? [] : [word(letter, from + index * (5 + gap), 100, 10, false)],
    );

  it("are words, which the wider gaps divide", () => {
    expect(texts(joinSpacedLetters(spaced("ANNUAL REPORT", 4)))).toEqual(["ANNUAL", "REPORT"]);
    expect(texts(joinSpacedLetters([...spaced("CONTENTS", 9), word("page", 300, 100)]))).toEqual([
      "CONTENTS",
      "page",
    ]);
  });

  it("stay apart where spaces divide them, where they are numbers, and where they are few", () => {
    const divided = (text: string) => spaced(text, 4).map((one) => ({ ...one, spaceBefore: true }));
    for (const words of [
      divided("ABCDEF"),
      divided("YNYYNN"),
      divided("SMTWTFS"),
      spaced("123456", 4),
      spaced("ABC", 4),
    ])
      expect(joinSpacedLetters(words)).toEqual(words);
  });

  it("are words where the page has spaces between all of them, too", () => {
    const divided = (text: string) => spaced(text, 4).map((one) => ({ ...one, spaceBefore: true }));
    expect(texts(joinSpacedLetters(divided("ANNUAL REPORT OF 2024")))).toEqual([
      "ANNUAL",
      "REPORT",
      "OF",
      "2024",
    ]);
    expect(texts(joinSpacedLetters(divided("Contents")))).toEqual(["Contents"]);
    // The letters of "Teil" and "Dir" are in the order of the alphabet, but not one after the other.
    expect(texts(joinSpacedLetters(divided("Teil II: Dir")))).toEqual(["Teil", "II:", "Dir"]);
  });

  it("are words, also numbers, where the text has spaces at the wider gaps alone", () => {
    const line = spaced("for 2024", 4).map((one) => ({ ...one, spaceBefore: one.text === "f" }));
    line[3] = { ...(line[3] as Word), spaceBefore: true };
    expect(texts(joinSpacedLetters(line))).toEqual(["for", "2024"]);
    const apart = line.map((one) => ({ ...one, spaceBefore: true }));
    expect(joinSpacedLetters(apart)).toEqual(apart);
  });

  it("are words where most of them have two letters", () => {
    expect(texts(joinSpacedLetters(spaced("I AM A MAN", 4)))).toEqual(["I", "AM", "A", "MAN"]);
  });

  it("are words where some of them are figures", () => {
    expect(texts(joinSpacedLetters(spaced("REPORT 2024", 4)))).toEqual(["REPORT", "2024"]);
  });
});

describe("a line of underscores", () => {
  it("reaches to the page number behind it, and is a blank without one", () => {
    const line = (after: string) => [word("Rain", 72, 100), word("____", 95, 100), word(after, 140, 100)];
    expect(joinLeaders(line("14"))[1]?.right).toBe(137);
    expect(joinLeaders(line("Date"))).toEqual(line("Date"));
  });
});

describe("dots that lead to a page number", () => {
  it("are one word apart from it, in whatever order they were drawn", () => {
    const dots = [0, 1, 2, 3, 4].map((index) => word(".", 100 + index * 14, 100));
    const number = word("240", 163, 100, 10, false);
    const entry = word("Index", 72, 100);
    for (const drawn of [
      [entry, ...dots, number],
      [entry, number, ...[...dots].reverse()],
    ]) {
      const joined = joinLeaders(drawn);
      expect(texts(joined).sort()).toEqual([".....", "240", "Index"]);
      expect(joined.find(({ text }) => text === "240")?.spaceBefore).toBe(true);
    }
  });

  it("reach to it in any steps where other rows of the page have them, too", () => {
    const entry = (name: string, dots: number, baseline: number) => [
      word(name, 72, baseline),
      ...Array.from({ length: dots }, (_, index) => word("·", 340 - index * 50, baseline)),
      word(`${baseline}`, 385, baseline),
    ];
    const contents = [...entry("Soils", 5, 100), ...entry("Peat", 5, 120), ...entry("Rods", 4, 140)];
    const long = entry("Depth of water in the wells", 1, 160);
    const joined = joinLeaders([...contents, ...long]);
    expect(texts(joined).slice(0, 6)).toEqual(["Soils", "·····", "100", "Peat", "·····", "120"]);
    expect(joined.slice(-2)).toMatchObject([{ text: "·····", left: 210, right: 382 }, { text: "160" }]);
    expect(joinLeaders(long)).toEqual(long);
    const few = [...entry("Soils", 5, 100), ...long];
    expect(joinLeaders(few)).toEqual(few);
  });

  it("are none where they stand for the empty cells of a table", () => {
    const row = (baseline: number, ...values: string[]) =>
      values.map((value, index) => word(value, [72, 150, 200, 300, 340, 385][index] ?? 0, baseline));
    const rows = [100, 120, 140].flatMap((baseline) => row(baseline, "Wheat", ".", ".", ".", ".", "12"));
    expect(joinLeaders(rows)).toEqual(rows);
  });

  it("end where another word stands between them", () => {
    const dots = [100, 105, 110, 115, 128, 133, 138, 143].map((left) => word(".", left, 100));
    expect(texts(joinLeaders([...dots, word("7", 121, 100)]))).toEqual(["....", "....", "7"]);
  });
});

describe("letters under each other, each placed by itself", () => {
  /** Letters from the top, with a step in font sizes. */
  const column = (letters: string, left: number, step: number) =>
    [...letters].map((letter, index) => ({
      ...word(letter, left, 100 + index * 10 * step),
      right: left + 10,
    }));

  it("are a word that reads downwards, also further apart on a page of such columns", () => {
    for (const step of [1, 1.4])
      expect(
        joinPlacedColumns([...column("家主は毎月", 300, step), ...column("庭の木", 270, step)]),
      ).toMatchObject([
        { text: "家主は毎月", direction: 90, left: 300, right: 310 },
        { text: "庭の木", direction: 90 },
      ]);
  });

  it("stay apart in the rows of a page that has other text", () => {
    const rooms = ["Room", "Hall", "Yard"].map((text, index) => word(text, 72, 100 + index * 14));
    const words = [...rooms, ...column("有無有", 200, 1.4)];
    expect(joinPlacedColumns(words)).toEqual(words);
  });
});

describe("a large initial", () => {
  const lines = (first: string) => [
    word(first, 102, 100),
    word("in", 150, 100),
    word("the", 102, 112),
    word("valley", 120, 112),
    word("rise", 102, 124),
    word("each", 72, 136),
  ];

  it("begins the word beside it", () => {
    const joined = joinDropCaps([word("R", 72, 126, 42), ...lines("ivers")]);
    expect(texts(joined)).toEqual(["Rivers", "in", "the", "valley", "rise", "each"]);
    expect(joined[0]).toMatchObject({ size: 10, left: 72 });
    expect(joined[2]?.left).toBe(72);
  });

  it("leaves a line alone that begins under it", () => {
    const joined = joinDropCaps([
      word("R", 72, 128, 42),
      ...lines("ivers"),
      word("more", 72, 133),
      word("over", 100, 133),
    ]);
    expect(joined.at(-1)?.left).toBe(100);
  });

  it("is a word of its own where the page knows the next word without it", () => {
    const cap = word("A", 72, 126, 42);
    expect(texts(joinDropCaps([cap, ...lines("river"), word("River", 300, 300)])).slice(0, 2)).toEqual([
      "A",
      "river",
    ]);
    expect(texts(joinDropCaps([cap, ...lines("fter")])).at(0)).toBe("After");
  });

  it("is a word of its own where a space sets its line in", () => {
    const [first, ...others] = lines("storm") as [Word, ...Word[]];
    const setIn = [{ ...first, left: first.left + 2.8 }, ...others];
    expect(texts(joinDropCaps([word("A", 72, 126, 42), ...setIn])).slice(0, 2)).toEqual(["A", "storm"]);
    // No word has the one letter R.
    expect(texts(joinDropCaps([word("R", 72, 126, 42), ...setIn])).at(0)).toBe("Rstorm");
  });

  it("may stand on the line of its word, close to it", () => {
    const raised = (first: string) => [
      word("M", 72, 100, 30),
      word(first, 89, 100),
      word("rise", 120, 100),
      word("here", 72, 112),
    ];
    expect(texts(joinDropCaps(raised("ountains"))).slice(0, 2)).toEqual(["Mountains", "rise"]);
    expect(texts(joinDropCaps(raised("Ountains"))).slice(0, 2)).toEqual(["M", "Ountains"]);
  });

  it("is no initial beside a single line", () => {
    const words = [
      word("R", 72, 100, 42),
      word("ivers", 102, 100),
      word("Body", 72, 300),
      word("text", 92, 300),
    ];
    expect(joinDropCaps(words)).toEqual(words);
  });
});

describe("lines in two directions", () => {
  /** Words from the left to the right of a line. */
  const line = (text: string) => text.split(" ").map((part, index) => word(part, 72 + index * 60, 100));
  const order = (text: string, isRightToLeftPage?: boolean) =>
    texts(
      wordsInReadingOrder(line(text), isRightToLeftPage === undefined ? {} : { isRightToLeftPage }).words,
    ).join(" ");

  it("read to the left where both ends do, however long the names in them are", () => {
    expect(order("שעברה בשנה Windows 11 על הודיעה Microsoft Corporation החברה")).toBe(
      "החברה Microsoft Corporation הודיעה על Windows 11 בשנה שעברה",
    );
  });

  it("follow their page where the ends differ", () => {
    const shown = "Settings Configuration Manager הקובץ";
    expect(order(shown, true)).toBe("הקובץ Settings Configuration Manager");
    expect(order(shown, false)).toBe("Settings Configuration Manager הקובץ");
    expect(order(shown)).toBe("Settings Configuration Manager הקובץ");
  });

  it("follow their paragraph where both ends read to the right", () => {
    const shown = line("Amazon من منصة هي Amazon Web Services");
    const order = (isRightToLeftParagraph: boolean) =>
      texts(wordsInReadingOrder(shown, { isRightToLeftParagraph, isRightToLeftPage: true }).words).join(" ");
    expect(order(true)).toBe("Amazon Web Services هي منصة من Amazon");
    expect(order(false)).toBe("Amazon هي منصة من Amazon Web Services");
  });

  it("leave a year with the text around a name", () => {
    expect(order("Microsoft 2024 בשנת", true)).toBe("בשנת 2024 Microsoft");
    expect(order("לפני Office 2019 את", true)).toBe("את Office 2019 לפני");
  });
});
