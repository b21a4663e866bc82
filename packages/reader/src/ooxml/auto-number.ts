import { letters, roman } from "../markup/list-numbers.ts";

/** A number as an automatic list shows it. `scheme` is DrawingML's: "arabicPeriod", "alphaLcParenR", "romanUcPeriod" … */
export function autoNumber(count: number, scheme: string): string {
  const number = scheme.startsWith("alpha")
    ? letters(count)
    : scheme.startsWith("roman")
      ? roman(count)
      : `${count}`;
  const cased = /^(?:alpha|roman)Lc/.test(scheme) ? number.toLowerCase() : number;
  if (scheme.endsWith("ParenBoth")) return `(${cased})`;
  if (scheme.endsWith("ParenR")) return `${cased})`;
  return scheme.endsWith("Period") ? `${cased}.` : cased;
}
