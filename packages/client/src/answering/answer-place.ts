/** Where the stream of an answer stands, so that it can be resumed there. It is plain JSON. */
export type AnswerPlace = {
  /** The id of the answer at the service. */
  answerId: string;
  /** The last event that was received. Undefined: from the beginning. */
  lastEventId: string | undefined;
};
