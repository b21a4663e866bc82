import { isForeignField } from "./field-codes.ts";
import { isMachineAddress, leavesDocument } from "./leaves-document.ts";

/** Elements (local names, lowercase) that fetch or run something. They go with all that is in them. */
export const droppedElements: ReadonlySet<string> = new Set([
  ...["script", "scripts", "event-listener", "event-listeners", "handler", "listener", "foreignobject"],
  ...["applet", "plugin", "floating-frame", "iframe"],
  ...["section-source", "table-source", "cell-range-source", "connection-resource"],
  ...["dde-source", "dde-connection", "dde-connection-decl", "dde-connection-decls", "dde-links", "dde-link"],
  ...["ddelink", "olelink", "attachedtemplate", "subdoc", "mailmerge"],
]);

/** Attributes (local names, lowercase) whose value is an address. */
const addressAttributes = new Set([
  ...["href", "src", "althref", "base", "action", "data", "codebase", "archive", "image-data", "datasource"],
]);

const formulaAttributes = new Set(["formula", "expression", "condition"]);
/** Elements whose text is a formula. */
export const formulaElements: ReadonlySet<string> = new Set(["f", "definedname", "formula1", "formula2"]);

/** Functions that fetch, or that compute a place from text. The cell keeps the value that it was saved with. */
export const isForeignFormula = (formula: string): boolean =>
  /WEBSERVICE|INDIRECT|\bDDE\s*\(|file:|:\/\/|['"\]]#\$?/i.test(formula);

/** Styles may name only what is in the same file (`url(#id)`), and not hide it behind escapes. */
export const isForeignStyle = (style: string): boolean =>
  /@import|@font-face|\\|url\((?!\s*['"]?\s*#)/i.test(style.replace(/\/\*.*?\*\//gs, ""));

/** The attributes of an element that stay. */
export function ownAttributes(
  attributes: Readonly<Record<string, string>>,
  { isSvg }: { isSvg: boolean },
): [name: string, value: string][] {
  return Object.entries(attributes).filter(([name, value]) => {
    if (name === "xmlns" || name.startsWith("xmlns:")) return true;
    const local = localName(name);
    if (addressAttributes.has(local)) return !leavesDocument(value, { partsAllowed: !isSvg });
    // A package in an attribute, for newer programs: the element says the same.
    if (local === "gfxdata") return false;
    if (local === "instr") return !isForeignField(value);
    if (formulaAttributes.has(local)) return !isForeignFormula(value);
    if (local.startsWith("on") && isSvg) return false;
    return (
      !isMachineAddress(value) && !(/url\(/i.test(value) && isForeignStyle(value)) && !hidesUrl(local, value)
    );
  });
}

const hidesUrl = (local: string, value: string): boolean => local === "style" && value.includes("\\");

/** The local part of a qualified name, lowercase. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();
