import type { Destination } from "./rtf-vocabulary.ts";

/** What a group inherits from the one around it. */
export type State = {
  destination: Destination;
  bold: boolean;
  italic: boolean;
  strike: boolean;
  hidden: boolean;
  raised: boolean;
  page: number;
  /** The name of the font, where its letters are symbols. */
  symbols: string | undefined;
  /** Characters that follow a Unicode character, for programs that don't know it. */
  fallback: number;
  href: string | undefined;
};

export const initialState = (): State => ({
  destination: "body",
  bold: false,
  italic: false,
  strike: false,
  hidden: false,
  raised: false,
  page: 1252,
  symbols: undefined,
  fallback: 1,
  href: undefined,
});

/** Changes how the characters that follow look and are counted. False where the word does not do that. */
export function applyFormat(state: State, name: string, value: number | undefined): boolean {
  const on = value !== 0;
  switch (name) {
    case "b":
      state.bold = on;
      return true;
    case "i":
      state.italic = on;
      return true;
    case "strike":
      state.strike = on;
      return true;
    case "v":
    case "deleted":
      state.hidden = on;
      return true;
    case "super":
      state.raised = on;
      return true;
    case "up":
      state.raised = (value ?? 1) > 0;
      return true;
    case "dn":
    case "sub":
    case "nosupersub":
      state.raised = false;
      return true;
    case "plain":
      Object.assign(state, {
        bold: false,
        italic: false,
        strike: false,
        hidden: false,
        raised: false,
        symbols: undefined,
      });
      return true;
    case "uc":
      state.fallback = Math.min(Math.max(value ?? 1, 0), 10);
      return true;
    default:
      return false;
  }
}
