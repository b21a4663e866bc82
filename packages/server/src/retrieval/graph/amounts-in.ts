import { type DecimalSign, numbersIn } from "../../text/numbers.ts";
import type { Span } from "../../text/sentences.ts";
import type { Mention } from "./entity.ts";

const currencies: [sign: RegExp, code: string][] = [
  [/US\$|USD/i, "usd"],
  [/A\$|AUD/i, "aud"],
  [/C\$|CAD/i, "cad"],
  [/\$/, "usd"],
  [/€|EUR/i, "eur"],
  [/£|GBP/i, "gbp"],
  [/¥|JPY/i, "jpy"],
  [/₹|INR|Rs/i, "inr"],
  [/RM|MYR/, "myr"],
];
const otherCode = /CHF|CNY|NZD|SGD|HKD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR/i;

/** Sums of money whose currency is named. "1.200,00 €", "EUR 1,200" and "€1200" are one. */
export function amountsIn(text: string, decimal: DecimalSign): (Mention & Span)[] {
  if (!/\d/.test(text)) return [];
  return numbersIn(text, decimal).flatMap(({ value, text: spelling, percent, start, end }) => {
    const code =
      currencies.find(([sign]) => sign.test(spelling))?.[1] ?? spelling.match(otherCode)?.[0].toLowerCase();
    return code === undefined || percent
      ? []
      : [{ key: `#${code} ${value}`, kind: "amount" as const, spelling, start, end }];
  });
}
