import { describe, expect, it } from "vitest";
import { gridOfHtml, sizeOfGrid } from "./table-grid.ts";
import {
  adjacencyRelations,
  type GridCell,
  meanOfDocuments,
  normaliseContent,
  relationScore,
} from "./table-relations.ts";
import { truthTables } from "./table-truth.ts";

const cell = (text: string, row: number, column: number, rows = 1, columns = 1): GridCell => ({
  text,
  row,
  column,
  rows,
  columns,
});

describe("adjacency relations", () => {
  it("join each cell with its neighbours to the right and below", () => {
    const cells = [cell("a", 0, 0), cell("b", 0, 1), cell("c", 1, 0), cell("d", 1, 1)];
    expect(adjacencyRelations(cells).sort()).toEqual(["A below C", "A right B", "B below D", "C right D"]);
  });

  it("pass over empty cells", () => {
    const cells = [cell("a", 0, 0), cell(" ", 0, 1), cell("b", 0, 2), cell("c", 2, 0)];
    expect(adjacencyRelations(cells).sort()).toEqual(["A below C", "A right B"]);
  });

  it("of a cell over two columns lead to both cells below, and to its neighbour once", () => {
    const cells = [cell("head", 0, 0, 1, 2), cell("a", 1, 0), cell("b", 1, 1), cell("tall", 0, 2, 2, 1)];
    expect(adjacencyRelations(cells).sort()).toEqual([
      "A right B",
      "B right TALL",
      "HEAD below A",
      "HEAD below B",
      "HEAD right TALL",
    ]);
  });

  it("compare content without white space, case and kinds of signs", () => {
    expect(normaliseContent(" −1.5 %\nof Sales")).toBe("_1_5_OFSALES");
  });

  it("are counted as often as they stand in the table", () => {
    expect(relationScore(["x", "x", "y"], ["x", "y", "z"])).toEqual({ right: 2, found: 3, expected: 3 });
  });

  it("are averaged over documents before F1 is taken", () => {
    const scores = [
      { right: 1, found: 1, expected: 2 },
      { right: 0, found: 0, expected: 10 },
    ];
    expect(meanOfDocuments(scores)).toEqual({ precision: 0.5, recall: 0.25, f1: 1 / 3 });
  });
});

it("reads the competition's truth", () => {
  const xml = `<document><table id="1"><region id="1" page='3' col-increment="0">
    <cell id="1" start-row="0" start-col="0" end-col="1"><bounding-box x1="10" x2="50" y1="90" y2="99"/><content>R&amp;D</content></cell>
    <cell id="2" start-row="1" start-col='0' end-row="2"><bounding-box x1="5" x2="20" y1="70" y2="80"/><content>x</content></cell>
  </region></table></document>`;
  expect(truthTables(xml)).toEqual([
    {
      pageNumber: 3,
      box: { x1: 5, y1: 70, x2: 50, y2: 99 },
      cells: [cell("R&D", 0, 0, 1, 2), cell("x", 1, 0, 2, 1)],
    },
  ]);
});

it("places the cells of our HTML", () => {
  const html =
    '<table><thead><tr><th rowspan="2">a</th><th colspan="2">b</th></tr></thead><tbody><tr><td>c &amp; d</td><td></td></tr></tbody></table>';
  const cells = gridOfHtml(html);
  expect(cells).toEqual([cell("a", 0, 0, 2, 1), cell("b", 0, 1, 1, 2), cell("c & d", 1, 1), cell("", 1, 2)]);
  expect(sizeOfGrid(cells)).toEqual({ rows: 2, columns: 3 });
});
