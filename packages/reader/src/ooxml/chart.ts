import type { ParsedElement } from "../element.ts";
import { type BlockOptions, paragraphBlock, tableBlock } from "../markup/blocks.ts";
import type { TableCell } from "../markup/table-cell.ts";
import { child, descendants, type XmlNode, xmlChildren } from "../package/xml-tree.ts";
import { type ChartSeries, chartSeries } from "./chart-series.ts";
import { bodyParagraphs, paragraphRuns } from "./drawing-text.ts";
import { unescaped } from "./escaped-text.ts";
import type { OfficePart } from "./office-part.ts";

const maxRows = 5_000;

/** What a drawing holds in the place of a chart: one of the usual kinds, or one of the kinds since 2016 (`cx`). */
export const chartReferences: readonly string[] = ["c:chart", "cx:chart"];

export type ChartOptions = BlockOptions & {
  /** Whether a reference to cells (`Sheet1!$B$2:$B$5`) is to cells that are read anyway. Default: none is. */
  isReadElsewhere?: ((cells: string) => boolean) | undefined;
};

/**
 * A chart as its caption and tables of what it draws: a column for each series, a row for each category. `reference` is
 * one of `chartReferences`.
 */
export function chartElements(
  reference: XmlNode,
  part: Pick<OfficePart, "archive" | "relationships">,
  { isReadElsewhere = () => false, ...options }: ChartOptions,
): ParsedElement[] {
  const target = part.relationships.get(reference.attributes["r:id"] ?? "")?.target;
  const space = xmlChildren(target === undefined ? undefined : part.archive.read(target), [
    "c:chartSpace",
    "cx:chartSpace",
  ]);
  const chart = space.find(({ name }) => chartReferences.includes(name));
  if (!chart) return [];
  const metadata = { ...options.metadata, kind: "chart" };
  const series = chartSeries(space);
  const drawn = series.filter(({ cells }) => cells.length === 0 || !cells.every(isReadElsewhere));
  const plot = child(chart, "c:plotArea") ?? child(chart, "cx:plotArea");
  const axes = (plot?.children ?? []).filter(({ name }) => /(?:Ax|:axis)$/.test(name));
  // The first axis is that of the categories.
  const [category = "", ...others] = axes.map(titleOf);
  const captions = [titleOf(chart), ...others, ...(drawn.length === 0 ? [category] : [])].map((text) =>
    paragraphBlock([{ text }], { ...options, type: "FigureCaption", metadata }),
  );
  const tables = withEqualCategories(drawn).map((group) =>
    tableBlock(rowsOf(group, category), 1, { ...options, metadata }),
  );
  return [...captions, ...tables].filter((element) => element !== undefined);
}

function titleOf(node: XmlNode): string {
  const title = child(node, "c:title") ?? child(node, "cx:title");
  const [rich] = title ? descendants(title, ["c:rich", "cx:rich"]) : [];
  const paragraphs = bodyParagraphs(rich).map((paragraph) =>
    paragraphRuns(paragraph, new Map())
      .map(({ text }) => text)
      .join(""),
  );
  if (paragraphs.length > 0) return paragraphs.join("\n");
  // The title is the text of a cell.
  const values = title ? descendants(title, ["c:v", "cx:v"]) : [];
  return values.map(({ text }) => unescaped(text).trim()).join(" ");
}

/** Series with the same categories share a table. Those of a scatter chart may each have their own. */
function withEqualCategories(series: readonly ChartSeries[]): ChartSeries[][] {
  const groups = new Map<string, ChartSeries[]>();
  for (const one of series) {
    const key = JSON.stringify([...one.categories]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const [first, ...others] = groups.values();
  // Programs may write the categories with the first series only.
  const without = groups.get("[]");
  if (!first || !without || without === first) return [...groups.values()];
  return [[...first, ...without], ...others.filter((group) => group !== without)];
}

function rowsOf(series: readonly ChartSeries[], category: string): TableCell[][] {
  const categories = series[0]?.categories ?? new Map<number, string>();
  const indexes = new Set([...categories.keys(), ...series.flatMap(({ values }) => [...values.keys()])]);
  return [
    [{ text: category }, ...series.map(({ name }) => ({ text: name }))],
    ...[...indexes]
      .sort((a, b) => a - b)
      .slice(0, maxRows)
      .map((index) => [
        { text: categories.get(index) ?? String(index + 1) },
        ...series.map(({ values }) => ({ text: values.get(index) ?? "" })),
      ]),
  ];
}
