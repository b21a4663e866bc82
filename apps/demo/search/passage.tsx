import type { Chunk } from "@headwater/client";
import { useMemo, useState } from "react";
import { placeWords } from "../document/place-words.ts";
import { clockTime } from "../recording/clock.ts";
import { useMoment } from "../recording/use-moment.ts";
import { documentAddress } from "../shell/addresses.ts";
import { Link } from "../shell/link.tsx";
import { plainName } from "../sources/kinds.ts";
import { excerptOf } from "./excerpt.ts";
import { markTerms } from "./mark-terms.ts";

/** A passage, with its score in the margin and its place beside it. */
export function Passage({ chunk, query }: { chunk: Chunk; query: string }) {
  const { text, file_id: fileId, file_name: fileName, page_number: page, score } = chunk;
  const whole = useMemo(() => markTerms(text.trim().replace(/\n{2,}/g, "\n"), query), [text, query]);
  const excerpt = useMemo(() => excerptOf(whole), [whole]);
  const [isWhole, setWhole] = useState(false);
  const best = chunk.metadata.best_sentence;
  const element = best?.element_id ?? firstElement(chunk);
  const { isRecording, second } = useMoment({ fileId, fileName, elementId: element });
  const placePage = best?.page_number ?? page;
  const place = isRecording
    ? { element, time: second }
    : { page: placePage, element, ...sentencePlace(best) };
  const runs = isWhole ? whole : excerpt.runs;
  return (
    <li className="hit columns num">
      <span className="faint">
        <span className="off">Score </span>
        {score.toFixed(3)}
      </span>
      <div>
        <p dir="auto">
          {runs.map(({ text, marked }, index) =>
            marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
          )}
        </p>
        {excerpt.isCut ? (
          <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Shorter" : "Whole passage"}
          </button>
        ) : null}
      </div>
      <span className="faint where">
        <bdi>{plainName(fileName)}</bdi>,{" "}
        <Link className="nb" href={documentAddress(fileId, place)}>
          {isRecording
            ? second === undefined
              ? "recording"
              : clockTime(second)
            : placeWords(fileName, placePage).short || "the text"}
          <span className="off">{isRecording ? ", play from there" : ", open in document"}</span>
        </Link>
      </span>
    </li>
  );
}

/** The words to mark: their box on a page, or where no place is known the words themselves. */
const sentencePlace = (best: Chunk["metadata"]["best_sentence"]) =>
  best?.box === "words" && best.bounding_box ? { box: best.bounding_box } : { quote: best?.text };

/** The first element of a passage, if the service says it: the metadata has no fixed fields. */
function firstElement({ metadata }: Chunk): string | undefined {
  const { element_ids: ids } = metadata;
  const first: unknown = Array.isArray(ids) ? ids[0] : undefined;
  return typeof first === "string" ? first : undefined;
}
