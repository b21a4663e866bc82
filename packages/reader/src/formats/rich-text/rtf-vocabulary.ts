/** Where the text of a group goes. */
export type Destination =
  | "body"
  | "skip"
  | "fonts"
  | "styles"
  | "marker"
  | "header"
  | "footer"
  | "note"
  | "comment"
  | "box"
  | "form"
  | "choice"
  | "instruction";

/** Control words whose group goes somewhere else than the one around it, also where it is marked "may be ignored". */
export const destinations: ReadonlyMap<string, Destination> = new Map<string, Destination>([
  ["fonttbl", "fonts"],
  ["stylesheet", "styles"],
  ["listtext", "marker"],
  ["pntext", "marker"],
  ["fldinst", "instruction"],
  ["header", "header"],
  ["headerl", "header"],
  ["headerr", "header"],
  ["headerf", "header"],
  ["footer", "footer"],
  ["footerl", "footer"],
  ["footerr", "footer"],
  ["footerf", "footer"],
  ["footnote", "note"],
  ["annotation", "comment"],
  ["formfield", "form"],
  ["ffl", "choice"],
  ["shptxt", "box"],
]);

/** Control words whose group is not text of the document. */
export const skipped = new Set(
  "colortbl info pict object filetbl revtbl listtable listoverridetable rsidtbl generator xmlnstbl themedata datastore latentstyles fldtype nonshppict shpinst shprslt atnid atnauthor private ftnsep ftnsepc footnotesep tc xe bkmkstart bkmkend".split(
    " ",
  ),
);
/** Characters that have a control word. */
export const symbols: ReadonlyMap<string, string> = new Map<string, string>([
  ["tab", "\t"],
  ["line", "\n"],
  ["emdash", "—"],
  ["endash", "–"],
  ["bullet", "•"],
  ["lquote", "‘"],
  ["rquote", "’"],
  ["ldblquote", "“"],
  ["rdblquote", "”"],
  ["emspace", " "],
  ["enspace", " "],
]);
