/** A stream on its way to another thread, where `createReceivedStream` takes it. */
export type SentStream<T> = {
  /** Resolves when the last piece is sent, or the signal is aborted. */
  sendAll(pieces: AsyncIterable<T>, signal?: AbortSignal): Promise<void>;
  /** The other thread has taken one more piece. */
  taken(): void;
};

/** Pieces sent that the other thread has not taken yet: what it may have to hold. */
const maxAhead = 4;

/** Sends a stream never far ahead of what the other thread has taken. */
export function createSentStream<T>(send: (piece: T) => void): SentStream<T> {
  let ahead = 0;
  let wake = () => {};
  return {
    async sendAll(pieces, signal) {
      signal?.addEventListener("abort", () => wake(), { once: true });
      for await (const piece of pieces) {
        if (signal?.aborted) return;
        send(piece);
        ahead += 1;
        while (ahead >= maxAhead && !signal?.aborted) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
    taken() {
      ahead -= 1;
      wake();
    },
  };
}
