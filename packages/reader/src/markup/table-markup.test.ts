import { describe, expect, it } from "vitest";
import { renderTable } from "./table-markup.ts";

const cells = (...texts: string[]) => texts.map((text) => ({ text }));

describe("renderTable", () => {
  it("labels every value with its heading, so that a line can be read alone", () => {
    const { text } = renderTable([cells("Name", "City"), cells("Alice", "Paris"), cells("Bob", "")], {
      headerRows: 1,
    });
    expect(text).toBe("Name: Alice | City: Paris\nName: Bob");
  });

  it("reads a headless table of two columns as keys and values", () => {
    const { text } = renderTable([cells("Total", "5 €"), cells("Due date:", "1 May")], { headerRows: 0 });
    expect(text).toBe("Total: 5 €\nDue date: 1 May");
  });

  it("joins stacked headings and repeats a value that spans rows", () => {
    const rows = [
      [
        { text: "Region", rowspan: 2 },
        { text: "2023", colspan: 2 },
      ],
      cells("Sales", "Cost"),
      [{ text: "North", rowspan: 2 }, ...cells("1", "2")],
      cells("3", "4"),
    ];
    const { text, markdown, html } = renderTable(rows, { headerRows: 2 });
    expect(text).toBe(
      "Region: North | 2023 Sales: 1 | 2023 Cost: 2\nRegion: North | 2023 Sales: 3 | 2023 Cost: 4",
    );
    expect(markdown).toBe(
      [
        "| Region | 2023 |  |",
        "| --- | --- | --- |",
        "|  | Sales | Cost |",
        "| North | 1 | 2 |",
        "|  | 3 | 4 |",
      ].join("\n"),
    );
    expect(html).toContain('<tr><th rowspan="2">Region</th><th colspan="2">2023</th></tr>');
    expect(html).toContain(
      '<tr><td rowspan="2">North</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr>',
    );
  });

  it("writes a title across the table once, on a line of its own", () => {
    const rows = [
      [{ text: "Fares", colspan: 2 }],
      [{ text: "Zone" }, { text: "Adult" }],
      [{ text: "A" }, { text: "2.40" }],
    ];
    expect(renderTable(rows, { headerRows: 2 }).text).toBe("Fares\nZone: A | Adult: 2.40");
    expect(renderTable(rows, { headerRows: 1 }).text).toBe("Fares\nZone | Adult\nA | 2.40");
  });

  it("keeps headings of columns that are empty throughout", () => {
    const { text } = renderTable([cells("Name", "Phone"), cells("Alice", "")], { headerRows: 1 });
    expect(text).toBe("Name | Phone\nName: Alice");
  });

  it("escapes markup in text, pipes in Markdown, and turns line breaks into <br>", () => {
    const { markdown, html } = renderTable([cells("<script>alert(1)</script>", "a|b\nc")], { headerRows: 0 });
    expect(html).toBe(
      "<table><tbody><tr><td>&lt;script&gt;alert(1)&lt;/script&gt;</td><td>a|b<br>c</td></tr></tbody></table>",
    );
    expect(markdown.split("\n").at(-1)).toBe("| \\<script>alert(1)\\</script> | a\\|b<br>c |");
  });

  it("pads ragged rows, and gives a headless table an empty heading row", () => {
    const { markdown } = renderTable([cells("a", "b", "c"), cells("d")], { headerRows: 0 });
    expect(markdown).toBe("|   |   |   |\n| --- | --- | --- |\n| a | b | c |\n| d |  |  |");
  });

  it("drops columns that exist only because of a huge span", () => {
    expect(renderTable([[{ text: "x", colspan: 1e9, rowspan: 1e9 }]], { headerRows: 0 }).html).toBe(
      "<table><tbody><tr><td>x</td></tr></tbody></table>",
    );
  });

  it("renders a table of very many rows and one very wide row without filling a grid", () => {
    const wide = cells(...Array.from({ length: 5000 }, (_, index) => `c${index}`));
    const tall = Array.from({ length: 5000 }, () => cells("x"));
    const { html, markdown } = renderTable([wide, ...tall], { headerRows: 0 });
    expect(html.length + markdown.length).toBeLessThan(1_000_000);
  });

  it("repeats a heading of hundreds of characters in no row", () => {
    const long = "heading ".repeat(40).trim();
    const { text } = renderTable([cells(long, "City"), cells("Alice", "Paris"), cells("Bob", "Rome")], {
      headerRows: 1,
    });
    expect(text.split("\n")).toEqual([`${long} | City`, "Alice | City: Paris", "Bob | City: Rome"]);
  });
});
