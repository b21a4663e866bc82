import { child, propertyOf, switchOf, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";

/** The role of a paragraph, as its style says. */
export type StyleRole = "body" | "title" | "subtitle" | "heading" | "caption" | "quote" | "code" | "contents";

/** A style with everything it inherits. Undefined means that the style does not say. */
export type Style = {
  role: StyleRole;
  /** 1 to 9 for headings. */
  level?: number | undefined;
  numberingId?: string | undefined;
  numberingLevel?: number | undefined;
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  strike?: boolean | undefined;
  hidden?: boolean | undefined;
};

export type Styles = {
  paragraph(id: string | undefined): Style;
  character(id: string | undefined): Style;
  /** Whether a table style marks the first row as headings. */
  tableHeading(id: string | undefined): boolean;
  /** Whether a character style is that of the prompts of empty content controls. */
  isPrompt(id: string | undefined): boolean;
};

const maxInheritanceDepth = 30;
/**
 * In every language Word stores its own styles under their English names. Other programs store the names they display.
 */
const HEADING_NAMES =
  /^(?:heading|überschrift|titre|título|titolo|rubrik|kop|otsikko|overskrift|nadpis|nagłówek|címsor|başlık|заголовок|заглавие|επικεφαλίδα|見出し|标题|標題|제목|כותרת|عنوان|titlu|naslov|antraštė|virsraksts|pealkiri|tiêu đề|หัวเรื่อง)\s*([1-9])(?:\s*char)?$/iu;

/** Reads `styles.xml`: the roles, levels, numbering and emphasis of styles, each with what it inherits. */
export function readStyles(part: Uint8Array | undefined): Styles {
  const nodes = new Map<string, XmlNode>();
  const defaults = new Map<string, string>();
  for (const node of xmlChildren(part, "w:styles")) {
    const id = node.attributes["w:styleId"];
    if (node.name !== "w:style" || id === undefined) continue;
    nodes.set(id, node);
    if (["1", "true", "on"].includes(node.attributes["w:default"] ?? ""))
      defaults.set(node.attributes["w:type"] ?? "", id);
  }
  const known = new Map<string, Style>();
  const resolve = (id: string | undefined, depth: number): Style => {
    const node = id === undefined ? undefined : nodes.get(id);
    if (id === undefined || depth > maxInheritanceDepth) return { role: "body" };
    // Some programs write no styles part but use Word's style names.
    if (!node)
      return ownStyle(
        { name: "w:style", attributes: { "w:styleId": id }, children: [], text: "" },
        { role: "body" },
      );
    const cached = known.get(id);
    if (cached) return cached;
    const style = ownStyle(node, resolve(propertyOf(node, "w:basedOn"), depth + 1));
    known.set(id, style);
    return style;
  };
  const setsOffFirstRow = (id: string | undefined, depth: number): boolean => {
    const node = id === undefined ? undefined : nodes.get(id);
    if (!node || depth > maxInheritanceDepth) return false;
    const own = node.children.some(
      ({ name, attributes }) => name === "w:tblStylePr" && attributes["w:type"] === "firstRow",
    );
    return own || setsOffFirstRow(propertyOf(node, "w:basedOn"), depth + 1);
  };
  return {
    tableHeading: (id) => setsOffFirstRow(id, 0),
    // The id is in the language of the program, the name is not.
    isPrompt: (id) =>
      id === "PlaceholderText" ||
      (id !== undefined && propertyOf(nodes.get(id), "w:name") === "Placeholder Text"),
    paragraph: (id) => resolve(id ?? defaults.get("paragraph"), 0),
    character: (id) => (id === undefined ? { role: "body" } : resolve(id, 0)),
  };
}

function ownStyle(node: XmlNode, base: Style): Style {
  const paragraph = child(node, "w:pPr");
  const run = child(node, "w:rPr");
  const numbering = child(paragraph, "w:numPr");
  const name =
    propertyOf(node, "w:name") || (node.attributes["w:styleId"] ?? "").replace(/([a-z])(\d)$/i, "$1 $2");
  const outline = propertyOf(paragraph, "w:outlineLvl");
  const named = roleByName(name);
  const byOutline = outline !== undefined ? outlineRole(Number(outline), named?.role) : undefined;
  return {
    ...base,
    ...(named ?? {}),
    ...byOutline,
    numberingId: propertyOf(numbering, "w:numId") ?? base.numberingId,
    numberingLevel: Number(propertyOf(numbering, "w:ilvl") ?? base.numberingLevel ?? 0),
    bold: switchOf(run, "w:b") ?? base.bold,
    italic: switchOf(run, "w:i") ?? base.italic,
    strike: switchOf(run, "w:strike") ?? base.strike,
    hidden: switchOf(run, "w:vanish") ?? base.hidden,
  };
}

/** Outline level 9 is body text. A title stays a title, even when it has a level. */
function outlineRole(
  outline: number,
  named: StyleRole | undefined,
): Pick<Style, "role" | "level"> | undefined {
  if (named && named !== "heading") return undefined;
  return outline >= 0 && outline < 9
    ? { role: "heading", level: outline + 1 }
    : { role: "body", level: undefined };
}

function roleByName(styleName: string): Pick<Style, "role" | "level"> | undefined {
  const name = styleName.trim().toLowerCase();
  const level = HEADING_NAMES.exec(name)?.[1];
  if (level) return { role: "heading", level: Number(level) };
  if (/^(?:title|titel|doc(?:ument)? ?title|표제|표지 제목|表題)$/u.test(name)) return { role: "title" };
  if (/^(?:subtitle|untertitel|sous-titre|subtítulo|sottotitolo)$/u.test(name)) return { role: "subtitle" };
  if (
    /^(?:caption|beschriftung|légende|leyenda|didascalia|epígrafe|figure|table caption|图表标题|題注)$/u.test(
      name,
    )
  )
    return { role: "caption" };
  if (/quote|blockquote|block text|zitat|citation|citazione/.test(name) && !/char$/.test(name))
    return { role: "quote" };
  if (
    /^(?:html preformatted|source ?code|code(?: ?block)?|preformatted text|macro(?: text)?|listing|verbatim)$/.test(
      name,
    )
  )
    return { role: "code" };
  if (/^(?:toc \d|table of figures|verzeichnis \d|contents \d)$/.test(name)) return { role: "contents" };
  return undefined;
}
