import type { BoundingBox } from "../elements/element.ts";
import type { Moment } from "../elements/moment.ts";
import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { Judgement } from "../models/judge.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
import type { TokenUsage } from "../models/usage.ts";
import type { Verdict } from "../structured/verdict.ts";

/** A question to the sources of a project (contract: `POST /ask-sources`). */
export type AskRequest = {
  projectId: ProjectId;
  question: string;
  conversationId?: string | undefined;
  /** Starts a new conversation and ignores history. */
  reset?: boolean | undefined;
  /** Files to search; they are known to exist. Absent means all files of the project, empty means none. */
  fileIds?: FileId[] | undefined;
  thinkingLevel: ThinkingLevel;
  /** Whether each event is shown at once. Default false. */
  isStreamed?: boolean | undefined;
  includeCitationImages: boolean;
  /** No effect with `outputSchema`. */
  includeCitationMarkup: boolean;
  /** Simplified JSON Schema. The answer is then a value that fits it. */
  outputSchema?: Record<string, unknown> | undefined;
  /** Set for a request that may come twice: the answer is kept under this key, and given again. */
  once?: { key: string; fingerprint: string } | undefined;
};

export type Citation = {
  /** 1-based: the number of the `[N]` marker in the answer. */
  index: number;
  fileId: FileId;
  fileName: string;
  /** 1-based. */
  pageNumber: number;
  /** 1-based, counted by `Title`. */
  sectionNumber: number;
  elementId: string;
  /** Word for word from the element. */
  textPreview: string;
  /** The part of the element that the statement of its first use rests on, word for word. Null when it has no text. */
  quote: string | null;
  /** All elements that the quote touches; the first is `elementId`. */
  elementIds: string[];
  /** UTF-16 offsets of the quote in the text of the first element. */
  charStart: number;
  charEnd: number;
  /** In points of the page; null for sources without places. */
  boundingBox: BoundingBox | null;
  /** Whether the box is around the quoted words or around the whole block; null without a box. */
  box: "words" | "block" | null;
  verdict: Verdict;
  /** The calculation by which the statement follows from the quote: "620 − 500 = 120". Absent for none. */
  computed?: string;
  /** What a judge found about the statement of its first use, which rules could not decide. Absent where none was asked. */
  judged?: Omit<Judgement, "usage">;
  /** Other places in which the same text stands. Absent for none. */
  copies?: { fileId: FileId; fileName: string; pageNumber: number }[];
  /** Base64 PNG of the page. Null when the request did not ask for it, or when the source has no pages to show. */
  imageBase64: string | null;
  /** When the passage is said, for recordings and videos. */
  moment?: Moment | undefined;
};

export type StructuredAnswer = {
  /** Fits the schema; null when none could be produced. */
  structuredOutput: unknown;
  /** The extractor's text before validation and correction. */
  rawJson: string;
};

export type Answer = {
  /** With inline `[N]` markers; with an output schema, a short status message. */
  text: string;
  conversationId: string;
  /** In the order of their numbers; empty when the answer is not grounded. */
  citations: Citation[];
  usage: TokenUsage;
  /** Passages that were found but not sent whole to the language model, because of its budget. Absent for none. */
  passagesLeftOut?: number;
  /** The language model that answers; null for none. */
  model: string | null;
  elapsedSeconds: number;
  /** Present only when an output schema was given. */
  structured?: StructuredAnswer;
};
