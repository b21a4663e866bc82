"use client";

import type { Source } from "@headwater/client";
import { useAllElements } from "../document/all-elements.ts";
import { counted } from "../sources/sizes.ts";
import { lengthInWords } from "./clock.ts";
import { lastSecond, segmentsOf } from "./segments.ts";
import { languageOf } from "./transcript-origin.ts";

/** Length, number of passages and language of a recording, in the head of its document. */
export function RecordingFacts({ source }: { source: Source }) {
  const { elements, isComplete } = useAllElements(source.file_id, {});
  if (!isComplete) return null;
  const segments = segmentsOf(elements);
  const [told] = elements.map(({ metadata }) => (metadata as Record<string, unknown>).duration_seconds);
  const length = typeof told === "number" ? told : lastSecond(segments);
  const passages = segments.filter(({ start, isChapter }) => start !== undefined && !isChapter).length;
  const language = languageOf(elements.map(({ metadata }) => metadata));
  return (
    <>
      {length > 0 ? <span>{lengthInWords(length)}</span> : null}
      {passages > 0 ? <span>{counted(passages, "segment")}</span> : null}
      {language === undefined ? null : <span>{language}</span>}
    </>
  );
}
