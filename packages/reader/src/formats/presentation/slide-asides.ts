import type { ParsedElement } from "../../element.ts";
import { type BlockOptions, paragraphBlock } from "../../markup/blocks.ts";
import { bodyParagraphs, paragraphRuns } from "../../ooxml/drawing-text.ts";
import type { Archive } from "../../package/open-archive.ts";
import { type Relationship, readRelationships } from "../../package/relationships.ts";
import { child, descendants, xmlChildren } from "../../package/xml-tree.ts";
import { placeholderOf } from "./layouts.ts";

type Related = ReadonlyMap<string, Relationship>;

const targets = (related: Related, kind: string): string[] =>
  [...related.values()].filter((one) => one.kind === kind).map(({ target }) => target);

/** What the speaker notes below a slide. */
export function speakerNotes(archive: Archive, slide: Related, options: BlockOptions): ParsedElement[] {
  const metadata = { ...options.metadata, kind: "speaker_notes" };
  return targets(slide, "notesSlide").flatMap((target) => {
    const relationships = readRelationships(archive, target);
    return xmlChildren(archive.read(target), "p:spTree")
      .filter((shape) => placeholderOf(shape)?.type === "body")
      .flatMap((shape) => bodyParagraphs(child(shape, "p:txBody")))
      .flatMap(
        (paragraph) =>
          paragraphBlock(paragraphRuns(paragraph, relationships), {
            ...options,
            type: "NarrativeText",
            metadata,
          }) ?? [],
      );
  });
}

/** Comments on a slide, of the old and the new kind. */
export function slideComments(
  archive: Archive,
  slide: Related,
  authors: ReadonlyMap<string, string>,
  options: BlockOptions,
): ParsedElement[] {
  return targets(slide, "comments").flatMap((target) =>
    xmlChildren(archive.read(target), ["p:cmLst", "cmLst"]).flatMap((comment) => {
      const author = authors.get(comment.attributes.authorId ?? "");
      const metadata = { ...options.metadata, kind: "comment", ...(author && { author }) };
      const texts = descendants(comment, ["p:text", "a:t"]).map(({ text }) => text);
      return (
        paragraphBlock([{ text: texts.join(" ") }], { ...options, type: "UncategorizedText", metadata }) ?? []
      );
    }),
  );
}

/** Names of the people who wrote comments, by id. */
export function commentAuthors(archive: Archive, presentation: Related): Map<string, string> {
  const parts = [...targets(presentation, "commentAuthors"), ...targets(presentation, "authors")];
  const people = parts.flatMap((target) => xmlChildren(archive.read(target), ["p:cmAuthorLst", "authorLst"]));
  return new Map(people.map(({ attributes }) => [attributes.id ?? "", attributes.name ?? ""]));
}
