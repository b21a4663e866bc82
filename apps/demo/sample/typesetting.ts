import { createPage, type Page, pageSize, widthOf } from "./pdf-page.ts";

const left = 84;
const right = pageSize.width - 84;
const body = { size: 12, leading: 17 };

/** A column of a table. Numbers are aligned right, words left. */
export type Column = { name: string; at: number; isNumber?: boolean };

/** Sets one page from top to bottom. Each call continues where the last one ended. */
export function typesetPage(runningHead: string, pageNumber: number) {
  const page: Page = createPage();
  let y = 742;
  page.text(left, 786, 9, "italic", runningHead);
  page.textEndingAt(right, 40, 9, "roman", String(pageNumber));

  return {
    page,
    title(text: string) {
      page.text(left, y, 24, "bold", text);
      y -= 30;
    },
    heading(text: string) {
      y -= 8;
      page.text(left, y, 14, "bold", text);
      y -= 22;
    },
    note(text: string) {
      page.text(left, y, 10, "italic", text);
      y -= 26;
    },
    paragraph(text: string) {
      const lines = wrapped(text, body.size, right - left);
      for (const [index, line] of lines.entries()) {
        const gaps = line.split(" ").length - 1;
        const isLast = index === lines.length - 1;
        const room = right - left - widthOf(line, body.size);
        page.text(left, y, body.size, "roman", line, isLast || gaps === 0 ? 0 : room / gaps);
        y -= body.leading;
      }
      y -= 10;
    },
    list(items: readonly string[]) {
      for (const item of items) {
        for (const [index, line] of wrapped(item, body.size, right - left - 16).entries()) {
          if (index === 0) page.text(left, y, body.size, "roman", "•");
          page.text(left + 16, y, body.size, "roman", line);
          y -= body.leading;
        }
        y -= 4;
      }
      y -= 6;
    },
    facts(facts: readonly (readonly [name: string, value: string])[]) {
      for (const [name, value] of facts) {
        page.text(left, y, body.size, "roman", `${name}: ${value}`);
        // This distance lets a parser read them as separate lines.
        y -= 26;
      }
      y -= 10;
    },
    table(columns: readonly Column[], rows: readonly (readonly string[])[]) {
      const row = (cells: readonly string[], font: "roman" | "bold") => {
        for (const [index, { at, isNumber }] of columns.entries()) {
          if (isNumber) page.textEndingAt(left + at, y, 10.5, font, cells[index] ?? "");
          else page.text(left + at, y, 10.5, font, cells[index] ?? "");
        }
      };
      page.line(left, right, y + 14, 1);
      row(
        columns.map(({ name }) => name),
        "bold",
      );
      page.line(left, right, y - 6);
      for (const cells of rows) {
        y -= 20;
        row(cells, "roman");
        page.line(left, right, y - 6);
      }
      y -= 36;
    },
  };
}

function wrapped(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
