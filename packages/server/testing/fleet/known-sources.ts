import type { Operation } from "./history.ts";

/** A source that a client has sent, and what clients know of it. */
export type KnownSource = {
  /** Its name, in no other source. */
  fileName: string;
  /** A word that only its text has. */
  word: string;
  text: string;
  /** From the first list that showed it. */
  fileId: string | null;
  /** Whether its creation was answered 200. */
  isAcknowledged: boolean;
  /** When it was first seen `Completed`: from then on questions find it. Infinity before. */
  foundFrom: number;
  /** When the first deletion was sent, and when the first one was answered 200. Infinity before. */
  deletionSent: number;
  deletedBy: number;
  history: Operation[];
};

export const newSource = (number: number): KnownSource => {
  const word = `beacon${number.toString(36)}zq`;
  const lines = Array.from({ length: 12 }, (_, line) => `Line ${line} of the log of ${word} says fair wind.`);
  return {
    fileName: `log-${word}.txt`,
    word,
    text: [`The lighthouse ${word} was lit in ${1000 + number}.`, ...lines].join("\n\n"),
    fileId: null,
    isAcknowledged: false,
    foundFrom: Infinity,
    deletionSent: Infinity,
    deletedBy: Infinity,
    history: [],
  };
};
