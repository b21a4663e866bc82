import type { InlineRun } from "./inline.ts";

/** The paragraph without the bullet that was typed as a character. Undefined when there is none. */
export function typedBullet(runs: readonly InlineRun[]): InlineRun[] | undefined {
  const [first, ...rest] = runs;
  if (!first || first.markdown !== undefined || !/^[•●▪■◦‣∙➢❖]\s*/.test(first.text)) return undefined;
  return [{ ...first, text: first.text.replace(/^[•●▪■◦‣∙➢❖]\s*/, "") }, ...rest];
}
