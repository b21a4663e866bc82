/** Repeated work as an argument, so that what happens after a while can be tested without waiting. */
export type Timer = {
  /** Runs the task again and again until the answer is called. */
  every(milliseconds: number, task: () => void): () => void;
};

export const systemTimer: Timer = {
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds);
    return () => clearInterval(timer);
  },
};
