/** A stream whose pieces come from another thread, which sends them with `createSentStream`. */
export type ReceivedStream<T> = {
  pieces: AsyncIterable<T>;
  push(piece: T): void;
  /** No more pieces follow; with an error, the reader gets it after the pieces that came. */
  end(error?: Error): void;
};

/** `onTaken` is called for each piece that the reader has taken, `onLeft` when it stops before the end. */
export function createReceivedStream<T>({
  onTaken,
  onLeft,
}: {
  onTaken: () => void;
  onLeft: () => void;
}): ReceivedStream<T> {
  const waiting: { piece: T }[] = [];
  let ended = false;
  let failure: Error | undefined;
  let wake = () => {};

  async function* read() {
    try {
      for (;;) {
        const next = waiting.shift();
        if (next) {
          yield next.piece;
          onTaken();
          continue;
        }
        if (failure) throw failure;
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      if (!ended) onLeft();
    }
  }

  return {
    pieces: read(),
    push(piece) {
      waiting.push({ piece });
      wake();
    },
    end(error) {
      ended = true;
      failure = error;
      wake();
    },
  };
}
