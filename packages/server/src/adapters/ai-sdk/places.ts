/** A queue for a limited number of places. `enter` resolves to the function that gives the place back. */
export function createPlaces(count: number) {
  let free = count;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async enter(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return leave;
      }
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener("abort", giveUp);
          resolve();
        };
        const giveUp = () => {
          queue.splice(queue.indexOf(enter), 1);
          reject(signal.reason);
        };
        queue.push(enter);
        signal.addEventListener("abort", giveUp, { once: true });
      });
      return leave;
    },
  };
}
