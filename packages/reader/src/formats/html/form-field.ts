import { attribute, type HtmlElement, isElement, textContent } from "./html-tree.ts";

/**
 * The text that a form field shows: its value, its choice, or a ticked or empty box. "" for fields that show nothing.
 */
export function fieldText(element: HtmlElement): string {
  switch (element.tagName) {
    case "input":
      return inputText(element);
    case "textarea":
      return textContent(element).trim();
    case "select":
      return selectedOptions(element).join(", ");
    default:
      return "";
  }
}

export const isBox = (element: HtmlElement): boolean =>
  ["checkbox", "radio"].includes(attribute(element, "type")?.toLowerCase() ?? "");

function inputText(element: HtmlElement): string {
  const type = attribute(element, "type")?.toLowerCase() ?? "text";
  if (type === "checkbox") return attribute(element, "checked") === undefined ? "☐ " : "☒ ";
  if (type === "radio") return attribute(element, "checked") === undefined ? "○ " : "● ";
  if (["hidden", "password", "submit", "button", "reset", "image", "file", "color"].includes(type)) return "";
  return attribute(element, "value")?.trim() ?? "";
}

function selectedOptions(select: HtmlElement): string[] {
  const options: HtmlElement[] = [];
  for (const child of select.childNodes.filter(isElement)) {
    if (child.tagName === "option") options.push(child);
    if (child.tagName === "optgroup") options.push(...child.childNodes.filter(isElement));
  }
  const selected = options.filter((option) => attribute(option, "selected") !== undefined);
  const shown =
    selected.length > 0 || attribute(select, "multiple") !== undefined ? selected : options.slice(0, 1);
  return shown.map((option) => textContent(option).replace(/\s+/g, " ").trim()).filter((text) => text !== "");
}
