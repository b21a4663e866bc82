import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Passage } from "../../packages/server/src/answering/answerer.ts";
import { truthTables } from "../support/table-truth.ts";

/** Documents whose passages are cited: prose by paragraphs, tables as our reader gives them. */
export type EvidenceDocuments = { prose: Passage[][]; tables: Passage[] };

const minParagraph = 80;

export async function readEvidence(root: string): Promise<EvidenceDocuments> {
  const read = (path: string) => readFile(join(root, path), "utf8");
  const prose: Passage[][] = [];
  const add = (name: string, texts: string[]) =>
    prose.push(
      texts.filter((text) => text.length >= minParagraph).map((text, index) => passage(name, index, text)),
    );
  const { data } = JSON.parse(await read("questions/squad-two-articles.json")) as {
    data: { title: string; paragraphs: { context: string }[] }[];
  };
  for (const { title, paragraphs } of data)
    add(
      title,
      paragraphs.map(({ context }) => context),
    );
  for (const name of ["state_of_the_union", "wikitexts"])
    add(
      name,
      (await read(`chunking/${name}.md`)).split(/\n\s*\n|\n(?= )/).map((text) => text.trim()),
    );
  const linked = JSON.parse(await read("multi-hop/passages.json")) as { title: string; text: string }[];
  add(
    "multi-hop",
    linked.map(({ text }) => text),
  );
  const abstracts = (await read("retrieval/cranfield/cran.all.1400")).split(/^\.I /m);
  add(
    "cranfield",
    abstracts.map((each) => each.split(/^\.W\n/m)[1]?.trim() ?? ""),
  );

  const tables: Passage[] = [];
  for (const file of (await readdir(join(root, "tables")))
    .filter((name) => name.endsWith("-str.xml"))
    .sort()) {
    for (const { cells } of truthTables(await read(`tables/${file}`))) {
      const rows: string[][] = [];
      for (const { text, row, column } of cells) {
        rows[row] ??= [];
        (rows[row] as string[])[column] = text.replace(/\s+/g, " ").trim();
      }
      const width = Math.max(...rows.map((row) => row?.length ?? 0));
      const grid = rows
        .filter(() => true)
        .map((row) => Array.from({ length: width }, (_, column) => row?.[column] ?? ""));
      const isPlain = cells.every((cell) => cell.rows === 1 && cell.columns === 1);
      if (isPlain && grid.length > 3 && new Set(grid[0]).size === width)
        tables.push(tablePassage(file, grid));
    }
  }
  return { prose, tables };
}

const passage = (name: string, index: number, text: string): Passage => ({
  fileId: name,
  fileName: `${name}.pdf`,
  elementId: `${name}-${index}`,
  elementType: "NarrativeText",
  pageNumber: 1 + Math.floor(index / 5),
  sectionNumber: 1,
  sectionTitle: "",
  text,
  score: 0.5,
});

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function tablePassage(file: string, grid: string[][]): Passage {
  const line = (row: string[], kind: string) =>
    `<tr>${row.map((cell) => `<${kind}>${escaped(cell)}</${kind}>`).join("")}</tr>`;
  const html = `<table>${grid.map((row, index) => line(row, index === 0 ? "th" : "td")).join("")}</table>`;
  const text = grid.map((row) => row.filter((cell) => cell !== "").join(" | ")).join("\n");
  return { ...passage(file, 0, text), elementType: "Table", html };
}
