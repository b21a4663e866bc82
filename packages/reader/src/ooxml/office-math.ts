import {
  accented,
  type Formula,
  fenced,
  fraction,
  matrix,
  root,
  scripts,
  sequence,
  symbol,
} from "../markup/math.ts";
import { child, type XmlNode } from "../package/xml-tree.ts";

/** An equation of Office Math (OMML) as text and LaTeX. */
export function officeFormula(node: XmlNode): Formula {
  return sequence(node.children.filter(({ name }) => !name.endsWith("Pr")).map(convert));
}

function convert(node: XmlNode): Formula {
  const part = (name: string): Formula => {
    const found = child(node, name);
    return found ? officeFormula(found) : symbol("");
  };
  const property = (name: string): string | undefined => {
    const properties = node.children.find((candidate) => candidate.name === `${node.name}Pr`);
    return child(properties, name)?.attributes["m:val"];
  };
  switch (node.name) {
    case "m:r":
      return symbol(
        node.children
          .filter(({ name }) => name === "m:t" || name === "w:t")
          .map(({ text }) => text)
          .join(""),
      );
    case "m:f":
      return fraction(part("m:num"), part("m:den"));
    case "m:sSup":
      return scripts(part("m:e"), undefined, part("m:sup"));
    case "m:sSub":
      return scripts(part("m:e"), part("m:sub"));
    case "m:sSubSup":
      return scripts(part("m:e"), part("m:sub"), part("m:sup"));
    case "m:sPre":
      return sequence([scripts(symbol(""), part("m:sub"), part("m:sup")), part("m:e")]);
    case "m:rad":
      return root(part("m:e"), part("m:deg"));
    case "m:nary":
      return sequence([
        scripts(symbol(property("m:chr") ?? "∫"), part("m:sub"), part("m:sup")),
        symbol(" "),
        part("m:e"),
      ]);
    case "m:limLow":
      return scripts(part("m:e"), part("m:lim"));
    case "m:limUpp":
      return scripts(part("m:e"), undefined, part("m:lim"));
    case "m:acc":
      return accented(part("m:e"), property("m:chr") ?? "\u0302");
    case "m:bar":
      return accented(part("m:e"), "\u0304");
    case "m:func":
      return sequence([part("m:fName"), symbol(" "), part("m:e")]);
    case "m:d": {
      const parts = node.children.filter(({ name }) => name === "m:e").map(officeFormula);
      return fenced(
        property("m:begChr") ?? "(",
        parts,
        property("m:sepChr") ?? "|",
        property("m:endChr") ?? ")",
      );
    }
    case "m:m":
      return matrix(
        node.children.filter(({ name }) => name === "m:mr").map((row) => row.children.map(officeFormula)),
      );
    case "m:eqArr":
      return equations(node.children.filter(({ name }) => name === "m:e").map(officeFormula));
    case "w:del":
    case "w:moveFrom":
      return symbol("");
    default:
      return officeFormula(node);
  }
}

function equations(lines: Formula[]): Formula {
  return {
    text: lines.map((line) => line.text.replace(/&/g, "")).join("; "),
    latex: `\\begin{aligned}${lines.map((line) => line.latex.replace(/\\&/g, "&")).join(" \\\\ ")}\\end{aligned}`,
  };
}
