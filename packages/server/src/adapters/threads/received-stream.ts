/** A stream whose pieces come from another thread. */
export type ReceivedStream = {
  pieces: AsyncIterable<Uint8Array>;
  push(bytes: Uint8Array): void;
  /** No more pieces follow; with an error, the reader gets it after the pieces that came. */
  end(error?: Error): void;
};

/** `onTaken` is told of each piece that the reader has taken, `onLeft` when it leaves before the end. */
export function createReceivedStream({
  onTaken,
  onLeft,
}: {
  onTaken: () => void;
  onLeft: () => void;
}): ReceivedStream {
  const waiting: Uint8Array[] = [];
  let ended = false;
  let failure: Error | undefined;
  let wake = () => {};

  async function* read() {
    try {
      for (;;) {
        const next = waiting.shift();
        if (next) {
          yield next;
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
    push(bytes) {
      waiting.push(bytes);
      wake();
    },
    end(error) {
      ended = true;
      failure = error;
      wake();
    },
  };
}
