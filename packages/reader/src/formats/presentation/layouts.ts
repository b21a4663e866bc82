import type { Archive } from "../../package/open-archive.ts";
import { type Relationship, readRelationships } from "../../package/relationships.ts";
import { child, descendants, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";

export type Placeholder = { type: string; index: string | undefined };

/** What a slide inherits from its layout and its master. */
export type Inherited = {
  /** The `a:xfrm` of a placeholder that has none of its own. */
  transform(placeholder: Placeholder): XmlNode | undefined;
  /** Paragraph properties of a level (0-based), nearest first. */
  levels(placeholder: Placeholder | undefined, level: number): XmlNode[];
};

/** The placeholder of a shape; undefined for free shapes. */
export function placeholderOf(shape: XmlNode): Placeholder | undefined {
  const node = descendants(shape, ["p:nvPr"])[0];
  const placeholder = child(node, "p:ph");
  return placeholder && { type: placeholder.attributes.type ?? "obj", index: placeholder.attributes.idx };
}

const titles = ["title", "ctrTitle"];
const bodies = ["body", "obj", "subTitle", "tbl", "chart", "pic", "clipArt", "dgm", "media"];

/** Reads layouts and masters once, however many slides use them. */
export function createLayouts(archive: Archive) {
  const known = new Map<string, Inherited>();
  return (slide: ReadonlyMap<string, Relationship>): Inherited => {
    const name = targetOf(slide, "slideLayout") ?? "";
    const inherited = known.get(name) ?? readLayout(archive, name);
    known.set(name, inherited);
    return inherited;
  };
}

function readLayout(archive: Archive, name: string): Inherited {
  const layout = placeholders(archive, name);
  const masterName = name === "" ? "" : (targetOf(readRelationships(archive, name), "slideMaster") ?? "");
  const master = placeholders(archive, masterName);
  const styles = xmlChildren(archive.read(masterName), ["p:sldMaster", "p:txStyles"]);
  const find = ({ type, index }: Placeholder, among: typeof layout) =>
    among.find(({ own }) => own.index !== undefined && own.index === index) ??
    among.find(({ own }) => own.type === type) ??
    among.find(({ own }) => titles.includes(own.type) && titles.includes(type)) ??
    (bodies.includes(type) ? among.find(({ own }) => own.type === "body") : undefined);
  const chain = (placeholder: Placeholder) => {
    const inLayout = find(placeholder, layout);
    // The master knows kinds of placeholders, not their numbers.
    const inMaster = find({ type: inLayout?.own.type ?? placeholder.type, index: undefined }, master);
    return [inLayout, inMaster].flatMap((found) => (found ? [found.shape] : []));
  };
  return {
    transform: (placeholder) =>
      chain(placeholder)
        .map((shape) => child(child(shape, "p:spPr"), "a:xfrm"))
        .find((transform) => transform !== undefined),
    levels(placeholder, level) {
      const style = !placeholder
        ? "other"
        : titles.includes(placeholder.type)
          ? "title"
          : bodies.includes(placeholder.type)
            ? "body"
            : "other";
      const lists = [
        ...(placeholder
          ? chain(placeholder).map((shape) => child(child(shape, "p:txBody"), "a:lstStyle"))
          : []),
        styles.find((node) => node.name === `p:${style}Style`),
      ];
      return lists.flatMap((list) => child(list, `a:lvl${level + 1}pPr`) ?? []);
    },
  };
}

function placeholders(archive: Archive, name: string): { own: Placeholder; shape: XmlNode }[] {
  const bytes = name === "" ? undefined : archive.read(name);
  return xmlChildren(bytes, "p:spTree").flatMap((shape) => {
    const own = placeholderOf(shape);
    return own ? [{ own, shape }] : [];
  });
}

const targetOf = (relationships: ReadonlyMap<string, Relationship>, kind: string): string | undefined =>
  [...relationships.values()].find((one) => one.kind === kind)?.target;
