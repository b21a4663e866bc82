import type { GridCell } from "./table-relations.ts";

/** Edges in points from the page's lower left corner, as the files of the competition have them. */
export type TruthBox = { x1: number; y1: number; x2: number; y2: number };

export type TruthTable = { pageNumber: number; cells: GridCell[]; box: TruthBox };

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes the entities of XML and those of our own HTML. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (name.startsWith("#x")) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith("#")) return String.fromCodePoint(Number(name.slice(1)));
    return entities[name] ?? whole;
  });

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)')/g)].map(([, name, double, single]) => [
      name,
      double ?? single,
    ]),
  );

/** Reads a `-str.xml` file of the ICDAR 2013 table competition. A table on two pages is one table for each page. */
export function truthTables(xml: string): TruthTable[] {
  return [...xml.matchAll(/<region\b([^>]*)>([\s\S]*?)<\/region>/g)].map(([, tag = "", body = ""]) => {
    const box = {
      x1: Number.POSITIVE_INFINITY,
      y1: Number.POSITIVE_INFINITY,
      x2: Number.NEGATIVE_INFINITY,
      y2: Number.NEGATIVE_INFINITY,
    };
    const cells = [...body.matchAll(/<cell\b([^>]*)>([\s\S]*?)<\/cell>/g)].map(
      ([, cellTag = "", inner = ""]) => {
        const place = attributesOf(cellTag);
        const row = Number(place["start-row"]);
        const column = Number(place["start-col"]);
        const edges = attributesOf(/<bounding-box\b([^>]*)>/.exec(inner)?.[1] ?? "");
        box.x1 = Math.min(box.x1, Number(edges.x1));
        box.y1 = Math.min(box.y1, Number(edges.y1));
        box.x2 = Math.max(box.x2, Number(edges.x2));
        box.y2 = Math.max(box.y2, Number(edges.y2));
        return {
          text: decodeEntities(/<content>([\s\S]*?)<\/content>/.exec(inner)?.[1] ?? ""),
          row,
          column,
          rows: Number(place["end-row"] ?? row) - row + 1,
          columns: Number(place["end-col"] ?? column) - column + 1,
        };
      },
    );
    return { pageNumber: Number(attributesOf(tag).page), cells, box };
  });
}
