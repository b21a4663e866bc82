import type { PageNotes, PageToSee, SeenPage, SeenPicture, Vision } from "./vision.ts";

/** The model for one document. */
export type DocumentVision = {
  name: string;
  maxConcurrent: number;
  readPage(page: PageToSee): Promise<SeenPage>;
  describeFigure(figure: SeenPicture): Promise<string>;
  annotatePage(text: string): Promise<PageNotes>;
};

const heartbeatMs = 1_000;

/**
 * Binds the model to one document: its signal stops every call, and `onWaiting` is called each second of a call. Without
 * that, the reading thread would count as hung while a model thinks.
 */
export function createDocumentVision(
  vision: Vision,
  signal: AbortSignal,
  onWaiting: () => void,
): DocumentVision {
  const waiting = async <T>(call: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const heartbeat = setInterval(onWaiting, heartbeatMs);
    try {
      return await call();
    } finally {
      clearInterval(heartbeat);
    }
  };
  const { name, maxConcurrent } = vision;
  return {
    name,
    maxConcurrent,
    readPage: (page) => waiting(() => vision.readPage(page, { signal })),
    describeFigure: (figure) => waiting(() => vision.describeFigure(figure, { signal })),
    annotatePage: (text) => waiting(() => vision.annotatePage(text, { signal })),
  };
}
