import type { Element, ElementType } from "@headwater/client";

/** The text in the margin beside an element. */
const names: Record<ElementType, string> = {
  Title: "Title",
  NarrativeText: "Text",
  ListItem: "List item",
  Table: "Table",
  TableRow: "Row",
  Image: "Image",
  Header: "Header",
  Footer: "Footer",
  Formula: "Formula",
  FigureCaption: "Caption",
  PageNumber: "Page number",
  CodeSnippet: "Code",
  Link: "Link",
  UncategorizedText: "Other",
};

/** The element types in the order of the contract, with their names. */
export const elementNames = Object.entries(names) as [ElementType, string][];

/** What is beside the text proper. */
const kinds: Record<string, string> = {
  comment: "Comment",
  speaker_notes: "Speaker notes",
  chart: "Chart",
  chapter: "Chapter",
  form_field: "Form field",
  figure_label: "In the figure",
  description: "Description",
};

/** The type of an element in plain words. Unknown types of other servers keep their own name. */
export function nameOfElement({ element_type, metadata }: Named): string {
  const kind = typeof metadata?.kind === "string" ? kinds[metadata.kind] : undefined;
  if (kind !== undefined) return typeof metadata?.range === "string" ? `${kind}, ${metadata.range}` : kind;
  return element_type ? (names[element_type] ?? element_type) : "Other";
}

type Named = Pick<Element, "element_type"> & Partial<Pick<Element, "metadata">>;

/** For example "Table: FUNCTION_USAGE view, column name …", with at most 80 characters of text. */
export function labelOfElement(element: Named & Pick<Element, "text">): string {
  const text = element.text.replaceAll(/\s+/g, " ").trim();
  const start = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return start === "" ? nameOfElement(element) : `${nameOfElement(element)}: ${start}`;
}
