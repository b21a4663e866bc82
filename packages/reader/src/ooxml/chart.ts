import type { ParsedElement } from "../element.ts";
import { type BlockOptions, paragraphBlock, tableBlock } from "../markup/blocks.ts";
import { cleanText } from "../markup/plain-text.ts";
import type { TableCell } from "../markup/table-cell.ts";
import { child, descendants, type XmlNode, xmlChildren } from "../package/xml-tree.ts";
import { bodyParagraphs, paragraphRuns } from "./drawing-text.ts";
import type { OfficePart } from "./office-part.ts";

const maxPoints = 5_000;
const maxSeries = 200;

/**
 * A chart as its caption and, with `values`, a table of what it draws: a column for each series, a row for each category.
 */
export function chartElements(
  frame: XmlNode,
  part: OfficePart,
  { values, ...options }: BlockOptions & { values: boolean },
): ParsedElement[] {
  const id = descendants(frame, ["c:chart"])[0]?.attributes["r:id"];
  const target = id === undefined ? undefined : part.relationships.get(id)?.target;
  const chart = xmlChildren(
    target === undefined ? undefined : part.archive.read(target),
    "c:chartSpace",
  ).find(({ name }) => name === "c:chart");
  if (!chart) return [];
  const metadata = { ...options.metadata, kind: "chart" };
  const title = titleOf(child(chart, "c:title"));
  const caption = paragraphBlock([{ text: title }], { ...options, type: "FigureCaption", metadata });
  const table = values ? tableBlock(chartRows(chart), 1, { ...options, metadata }) : undefined;
  return [caption, table].filter((element) => element !== undefined);
}

function titleOf(title: XmlNode | undefined): string {
  const [rich] = title ? descendants(title, ["c:rich"]) : [];
  const paragraphs = bodyParagraphs(rich).map((paragraph) =>
    paragraphRuns(paragraph, new Map())
      .map(({ text }) => text)
      .join(""),
  );
  return paragraphs.length > 0 ? paragraphs.join("\n") : title ? [...pointsOf(title).values()].join(" ") : "";
}

function chartRows(chart: XmlNode): TableCell[][] {
  const series = descendants(chart, ["c:ser"]).slice(0, maxSeries);
  const categories = new Map<number, string>();
  const columns = series.map((one) => {
    for (const [index, text] of pointsOf(child(one, "c:cat") ?? child(one, "c:xVal")))
      if (!categories.has(index)) categories.set(index, text);
    return {
      name: [...pointsOf(child(one, "c:tx")).values()].join(" "),
      values: pointsOf(child(one, "c:val") ?? child(one, "c:yVal")),
    };
  });
  const indexes = [
    ...new Set([...categories.keys(), ...columns.flatMap(({ values }) => [...values.keys()])]),
  ];
  if (columns.length === 0) return [];
  return [
    [{ text: "" }, ...columns.map(({ name }) => ({ text: name }))],
    ...indexes
      .sort((a, b) => a - b)
      .slice(0, maxPoints)
      .map((index) => [
        { text: categories.get(index) ?? String(index + 1) },
        ...columns.map(({ values }) => ({ text: values.get(index) ?? "" })),
      ]),
  ];
}

/** The cached texts or numbers of a reference, by their place. */
function pointsOf(node: XmlNode | undefined): Map<number, string> {
  const points = new Map<number, string>();
  if (!node) return points;
  for (const point of descendants(node, ["c:pt"]).slice(0, maxPoints)) {
    const text = cleanText(child(point, "c:v")?.text ?? "").trim();
    if (text !== "") points.set(Number(point.attributes.idx ?? points.size), shortNumber(text));
  }
  const own = child(node, "c:v")?.text;
  if (points.size === 0 && own) points.set(0, cleanText(own).trim());
  return points;
}

/** Cached numbers carry the noise of binary fractions: 0.30000000000000004 is 0.3. */
const shortNumber = (text: string): string =>
  /^-?\d+\.\d{12,}$/.test(text) ? String(Number(Number(text).toPrecision(12))) : text;
