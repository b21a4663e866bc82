/** What a look at one part of the installation found. `note` needs no action. */
export type Finding = {
  state: "ok" | "note" | "FAIL" | "skip";
  text: string;
  /** Names, one a line; the command line shows the first of them. */
  details?: string[];
};

export const ok = (text: string): Finding => ({ state: "ok", text });
export const note = (text: string, details?: string[]): Finding => ({
  state: "note",
  text,
  ...(details ? { details } : {}),
});
export const ill = (text: string, details?: string[]): Finding => ({
  state: "FAIL",
  text,
  ...(details ? { details } : {}),
});
export const skipped = (text: string): Finding => ({ state: "skip", text });
