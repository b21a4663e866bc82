/** What has to be ended when the service stops. */
export type Closing = {
  /** Adds what was begun last: it is the first to be ended. */
  push(...closes: (() => Promise<unknown> | unknown)[]): void;
  /** Ends everything, one after the other. */
  close(): Promise<void>;
};

export function createClosing(): Closing {
  const closes: (() => Promise<unknown> | unknown)[] = [];
  return {
    push: (...added) => void closes.push(...added),
    async close() {
      for (let next = closes.pop(); next; next = closes.pop()) await next();
    },
  };
}
