import { child, descendants, type XmlNode } from "../package/xml-tree.ts";
import { unescaped } from "./escaped-text.ts";
import { type NumberFormat, shownNumber, shownText } from "./number-format.ts";

/** What one series of a chart draws, as the file keeps it: by the places of the points. */
export type ChartSeries = {
  name: string;
  categories: ReadonlyMap<number, string>;
  values: ReadonlyMap<number, string>;
  /** References to the cells of the values. */
  cells: string[];
};

const maxPoints = 5_000;
const maxSeries = 200;

/** The series of a chart, of the usual kinds or of those since 2016. `space` has the children of the chart's part. */
export function chartSeries(space: readonly XmlNode[]): ChartSeries[] {
  const date1904 = space.some(
    ({ name, attributes }) => name === "c:date1904" && ["1", "true"].includes(attributes.val ?? ""),
  );
  const chart = space.find(({ name }) => name === "c:chart");
  if (chart)
    return descendants(chart, ["c:ser"])
      .slice(0, maxSeries)
      .map((one) => usualSeries(one, date1904));
  const data = space.find(({ name }) => name === "cx:chartData");
  const [newer] = space.filter(({ name }) => name === "cx:chart");
  return newer && data
    ? descendants(newer, ["cx:series"])
        .slice(0, maxSeries)
        .map((one) => newerSeries(one, data, date1904))
    : [];
}

function usualSeries(series: XmlNode, date1904: boolean): ChartSeries {
  const values = child(series, "c:val") ?? child(series, "c:yVal");
  return {
    name: textsOf(child(series, "c:tx")).join(" "),
    categories: pointsOf(child(series, "c:cat") ?? child(series, "c:xVal"), date1904),
    values: pointsOf(values, date1904),
    cells: values ? descendants(values, ["c:f"]).map(({ text }) => text) : [],
  };
}

function newerSeries(series: XmlNode, data: XmlNode, date1904: boolean): ChartSeries {
  const id = child(series, "cx:dataId")?.attributes.val;
  const own = data.children.find(({ name, attributes }) => name === "cx:data" && attributes.id === id);
  const dimension = (name: string) => own?.children.find((one) => one.name === name);
  const values = dimension("cx:numDim");
  return {
    name: textsOf(child(series, "cx:tx")).join(" "),
    categories: pointsOf(dimension("cx:strDim"), date1904),
    values: pointsOf(values, date1904),
    cells: values ? descendants(values, ["cx:f"]).map(({ text }) => text) : [],
  };
}

const textsOf = (node: XmlNode | undefined): string[] =>
  node ? descendants(node, ["c:v", "cx:v"]).map(({ text }) => shownText(unescaped(text), 0)) : [];

/** The kept texts or numbers by their places. Of categories in several levels, each is written with the outer ones. */
function pointsOf(node: XmlNode | undefined, date1904: boolean): Map<number, string> {
  if (!node) return new Map();
  const levels = descendants(node, ["c:lvl", "cx:lvl"]).reverse();
  const [inner = new Map<number, string>(), ...outer] = (levels.length > 0 ? levels : [node])
    .map((level) => pointsOfLevel(level, date1904))
    .reverse();
  outer.reverse();
  // An outer category is kept with the first point below it.
  const current = outer.map(() => "");
  const joined = new Map<number, string>();
  for (const index of [...inner.keys()].sort((a, b) => a - b)) {
    outer.forEach((level, depth) => {
      current[depth] = level.get(index) ?? current[depth] ?? "";
    });
    joined.set(index, [...current, inner.get(index)].filter((text) => text !== "").join(" "));
  }
  return joined;
}

function pointsOfLevel(level: XmlNode, date1904: boolean): Map<number, string> {
  const format = descendants(level, ["c:formatCode"])[0]?.text ?? level.attributes.formatCode ?? 0;
  const points = new Map<number, string>();
  for (const point of descendants(level, ["c:pt", "cx:pt"]).slice(0, maxPoints)) {
    const text = pointText(point, format, date1904);
    if (text !== "") points.set(Number(point.attributes.idx ?? points.size), text);
  }
  return points;
}

function pointText(point: XmlNode, format: NumberFormat, date1904: boolean): string {
  const text = unescaped(child(point, "c:v")?.text ?? point.text).trim();
  const own = point.attributes.formatCode ?? format;
  return /^-?[\d.]+(?:e[-+]?\d+)?$/i.test(text) ? shownNumber(text, own, date1904) : shownText(text, 0);
}
