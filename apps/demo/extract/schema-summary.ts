import type { JsonSchema } from "@headwater/client";

/** For example "Valid. Six values, two of them required." */
export function schemaSummary({ properties, required }: JsonSchema): string {
  const values = Object.keys(properties ?? {}).length;
  const needed = new Set(Array.isArray(required) ? required : []).size;
  const said = `Valid. ${inWords(values)} ${values === 1 ? "value" : "values"}, `;
  if (values === 1) return `${said}${needed === 1 ? "required" : "not required"}.`;
  if (needed === values) return `${said}${values === 2 ? "both" : "all"} required.`;
  return `${said}${needed === 0 ? "none" : inWords(needed).toLowerCase()} of them required.`;
}

const words = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");
const inWords = (count: number) => words[count] ?? String(count);
