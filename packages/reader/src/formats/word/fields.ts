import { equationText } from "../../markup/equation-field.ts";
import { linkTarget } from "../../markup/inline.ts";
import { child, propertyOf, switchOf, type XmlNode } from "../../package/xml-tree.ts";

type OpenField = { instruction: string; showsResult: boolean; isShown: boolean };

/** The fields that are open at this point of the text. A field may start in one paragraph and end in another. */
export type Fields = {
  /** Whether the text here is a field's instruction and not the text that the field shows. */
  hidden(): boolean;
  href(): string | undefined;
  /** Processes a `w:fldChar`. Returns the text of a field that ends and has no result, but shows its instruction. */
  mark(node: XmlNode): string;
  /** Some text of a result was read. */
  show(): void;
  instruct(text: string): void;
};

const maxFieldDepth = 50;

export function createFields(): Fields {
  const open: OpenField[] = [];
  return {
    hidden: () => open.some((field) => !field.showsResult),
    href: () => open.map((field) => hyperlink(field.instruction)).findLast((target) => target !== undefined),
    mark(node) {
      const type = node.attributes["w:fldCharType"];
      const last = open.at(-1);
      if (type === "begin" && open.length < maxFieldDepth)
        open.push({ instruction: "", showsResult: false, isShown: false });
      if (type === "separate" && last) last.showsResult = true;
      if (type !== "end") return "";
      const ended = open.pop();
      return ended && !ended.isShown ? equationText(ended.instruction) : "";
    },
    show() {
      for (const field of open) field.isShown = true;
    },
    instruct(text) {
      const last = open.at(-1);
      if (last) last.instruction += text;
    },
  };
}

/** The web address of a HYPERLINK instruction. */
export function hyperlink(instruction: string): string | undefined {
  return linkTarget(/^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1]);
}

/** The text that the `w:fldChar` of a form field shows by itself: a box or a choice. "" for other fields. */
export function formFieldText(node: XmlNode): string {
  const data = child(node, "w:ffData");
  const box = child(data, "w:checkBox");
  if (box) return (switchOf(box, "w:checked") ?? switchOf(box, "w:default")) ? "☒ " : "☐ ";
  const choices = child(data, "w:ddList");
  if (!choices) return "";
  const entries = choices.children.filter(({ name }) => name === "w:listEntry");
  const chosen = Number(propertyOf(choices, "w:result") ?? propertyOf(choices, "w:default") ?? 0);
  return entries[chosen]?.attributes["w:val"] ?? "";
}
