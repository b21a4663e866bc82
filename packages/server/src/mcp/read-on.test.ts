import { describe, expect, it } from "vitest";
import { bytesOf } from "./answer-size.ts";
import type { CallReply } from "./call-operation.ts";
import { type Piece, type Reading, type ReadWindow, readOn, staleCursor } from "./read-on.ts";

/** A list that is read two items at a time. */
const windowsOf =
  (texts: string[], version = "v1"): ReadWindow<Piece> =>
  async (index) => {
    const first = index - (index % 2);
    const items = texts.map((text, at) => ({ id: `${version}-${at}`, text })).slice(first, first + 2);
    return { first, items, total: texts.length };
  };

/** Everything, answer by answer. */
async function readAll(read: ReadWindow<Piece>, maxBytes: number): Promise<string[][]> {
  const answers: string[][] = [];
  for (let cursor: string | undefined; answers.length < 1_000; ) {
    const reading = (await readOn(read, cursor, maxBytes)) as Reading<Piece>;
    answers.push(reading.parts.map(({ text }) => text));
    expect(bytesOf(answers.at(-1)?.join("") ?? "")).toBeLessThanOrEqual(maxBytes + 20);
    if (reading.next === null) return answers;
    cursor = reading.next;
  }
  throw new Error("It does not end");
}

describe("readOn", () => {
  it("gives all items, each once and whole, as many as fit", async () => {
    const texts = ["a", "b", "c", "d", "e"].map((letter) => letter.repeat(300));
    expect(await readAll(windowsOf(texts), 10_000)).toEqual([texts]);
    expect(await readAll(windowsOf(texts), 700)).toEqual([
      texts.slice(0, 2),
      texts.slice(2, 4),
      texts.slice(4),
    ]);
    expect(await readAll(windowsOf([]), 700)).toEqual([[]]);
  });

  it("cuts a Markdown table after a row, and repeats its heading", async () => {
    const rows = Array.from({ length: 200 }, (_, row) => `| ${row} | größe ${row} |`);
    const heading = "| a | b |\n| --- | --- |\n";
    const answers = await readAll(windowsOf([heading + rows.join("\n")]), 1_000);
    expect(answers.length).toBeGreaterThan(3);
    for (const [text] of answers) expect(text?.startsWith(heading)).toBe(true);
    const read = answers.flatMap(([text]) => text?.trim().split("\n").slice(2));
    expect(read).toEqual(rows);
  });

  it("cuts a table in HTML after a row, as whole tables", async () => {
    const rows = Array.from({ length: 200 }, (_, row) => `<tr><td>${row}</td><td>x y</td></tr>`);
    const start = "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>";
    const answers = await readAll(windowsOf([`${start}${rows.join("")}</tbody></table>`]), 1_000);
    for (const [text] of answers)
      expect(text?.startsWith(start) && text.endsWith("</tbody></table>")).toBe(true);
    const read = answers.flatMap(([text]) => text?.slice(start.length, -"</tbody></table>".length));
    expect(read.join("")).toBe(rows.join(""));
  });

  it("cuts a text without lines or words between characters, also large ones", async () => {
    for (const text of ["\u{1f600}".repeat(500), "\ufffd".repeat(500), "年".repeat(500), "x".repeat(900)]) {
      const answers = await readAll(windowsOf([text]), 101);
      expect(answers.flat().join("")).toBe(text);
      for (const [part] of answers) expect(part?.isWellFormed()).toBe(true);
    }
  });

  it("refuses a cursor of another version, of another list, or one that was never given", async () => {
    const texts = ["x".repeat(300), "y".repeat(300)];
    const { next } = (await readOn(windowsOf(texts), undefined, 310)) as Reading<Piece>;
    expect(next).toBe("1.0.v1-1");
    expect(await readOn(windowsOf(texts, "v2"), next, 310)).toBe(staleCursor);
    expect(await readOn(windowsOf(["x"]), next, 310)).toBe(staleCursor);
    expect(await readOn(windowsOf(texts), "page two", 310)).toContain("is not a cursor");
  });

  it("gives a refusal of the service as it is", async () => {
    const refusal: CallReply = { status: 404, headers: {}, body: Buffer.of() };
    expect(await readOn(async () => refusal, undefined)).toBe(refusal);
  });
});
