/** Repeated work, passed as an argument, so that delayed effects can be tested without waiting. */
export type Timer = {
  /** Runs the task repeatedly until the returned function is called. */
  every(milliseconds: number, task: () => void): () => void;
};

export const systemTimer: Timer = {
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds);
    return () => clearInterval(timer);
  },
};
