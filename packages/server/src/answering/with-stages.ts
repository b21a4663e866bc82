import type { CitationEvent, StageBegun, TextDelta } from "./ask-event.ts";
import type { Reading } from "./reading.ts";

type Pieces<Result> = AsyncGenerator<TextDelta | CitationEvent, Result>;

/** Reports the stages of an answer between its pieces: when the first passages are there, and when its text begins. */
export async function* withStages<Result>(
  readings: AsyncIterator<Reading>,
  answerFrom: (readings: AsyncIterable<Reading>) => Pieces<Result>,
): AsyncGenerator<StageBegun | TextDelta | CitationEvent, Result> {
  yield { type: "status", stage: "retrieving" };
  const first = await readings.next();
  if (!first.done) yield { type: "status", stage: "reading" };
  const pieces = answerFrom(startingWith(first, readings));
  try {
    let piece = await pieces.next();
    if (!piece.done) yield { type: "status", stage: "answering" };
    for (; !piece.done; piece = await pieces.next()) yield piece.value;
    return piece.value;
  } finally {
    // Both have ended already, unless the caller leaves early.
    await pieces.return(undefined as never);
    await readings.return?.();
  }
}

async function* startingWith<Item>(
  first: IteratorResult<Item>,
  rest: AsyncIterator<Item>,
): AsyncGenerator<Item> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}
