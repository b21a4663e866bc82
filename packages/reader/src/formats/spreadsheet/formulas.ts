import { unescaped } from "../../ooxml/escaped-text.ts";
import { child, type XmlNode } from "../../package/xml-tree.ts";
import { cellPlace, columnName } from "./cell-names.ts";

type Place = { row: number; column: number };

export type UnvaluedFormula = {
  formula: string;
  /** Whether the file says that the result is an empty text. */
  isEmptyText: boolean;
};

export type FormulaReader = {
  /** `=B2*C2` for a cell that has a formula and no value of it. Undefined for all other cells. */
  read(cell: XmlNode, place: Place): UnvaluedFormula | undefined;
  /** Whether an empty text is the result of a formula: other formulas of the sheet have results, or none lacks one. */
  hasResults(): boolean;
  /** How many cells show their formulas. */
  withoutValue(): number;
};

/**
 * Reads the formulas of a sheet that have no value: programs that don't calculate leave it out. In a workbook that asks
 * to be calculated when it is opened, the value 0 is the mark of such a program.
 */
export function formulaReader(isUncalculated: boolean): FormulaReader {
  const shared = new Map<string, { formula: string; place: Place }>();
  let withValue = 0;
  let withoutValue = 0;
  let emptyTexts = 0;
  const hasResults = () => !isUncalculated && (withValue > 0 || withoutValue === 0);
  return {
    read(cell, place) {
      const node = child(cell, "x:f");
      if (!node) return undefined;
      const id = node.attributes.t === "shared" ? node.attributes.si : undefined;
      const own = unescaped(node.text);
      if (id !== undefined && own !== "") shared.set(id, { formula: own, place });
      const value = child(cell, "x:v")?.text;
      if (value && !(isUncalculated && value === "0" && (cell.attributes.t ?? "n") === "n")) {
        withValue += 1;
        return undefined;
      }
      const isEmptyText = value === "" && cell.attributes.t === "str";
      if (isEmptyText) emptyTexts += 1;
      else withoutValue += 1;
      const first = id === undefined ? undefined : shared.get(id);
      const formula = own || (first ? moved(first.formula, first.place, place) : "");
      return { formula: `=${formula}`, isEmptyText };
    },
    hasResults,
    withoutValue: () => withoutValue + (hasResults() ? 0 : emptyTexts),
  };
}

/** Texts and names of sheets in quotes, which no reference is looked for in; then references. */
const tokens = /"[^"]*"|'[^']*'|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w.(])/g;

/** A shared formula as it reads in another cell: references without `$` move with it. */
function moved(formula: string, from: Place, to: Place): string {
  return formula.replace(
    tokens,
    (token, fixedColumn?: string, letters?: string, fixedRow?: string, digits?: string) => {
      const place = letters === undefined ? undefined : cellPlace(`${letters}${digits}`);
      if (!place) return token;
      const column = fixedColumn === "$" ? place.column : place.column + to.column - from.column;
      const row = fixedRow === "$" ? place.row : place.row + to.row - from.row;
      return row < 0 || column < 0 ? token : `${fixedColumn}${columnName(column)}${fixedRow}${row + 1}`;
    },
  );
}
