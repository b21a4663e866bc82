import { partsPerToken, tokenParts } from "../../models/estimate-tokens.ts";

/** Measures slices of one text. */
export type Ruler = (start: number, end: number) => number;

/** How long texts are: in characters (UTF-16 units), or in tokens. Lengths add up. */
export type Measure = {
  /** The length of what a configuration calls one. */
  unit: number;
  of(text: string): Ruler;
};

export const characters: Measure = { unit: 1, of: () => (start, end) => end - start };

/** Tokens as `estimateTokens` counts them, in parts of a token: sums stay exact. */
export const tokens: Measure = {
  unit: partsPerToken,
  of(text) {
    const before = new Uint32Array(text.length + 1);
    for (let at = 0; at < text.length; at++)
      before[at + 1] = (before[at] ?? 0) + tokenParts(text.charCodeAt(at));
    return (start, end) => (before[end] ?? 0) - (before[start] ?? 0);
  },
};
