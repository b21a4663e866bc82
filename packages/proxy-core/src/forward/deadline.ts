export type Deadline = {
  /** Begins to wait; an earlier wait is replaced. */
  arm(milliseconds: number, onPassed: () => void): void;
  disarm(): void;
};

/** One timer at a time for the waits of one request. */
export function createDeadline(): Deadline {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    arm(milliseconds, onPassed) {
      clearTimeout(timer);
      timer = setTimeout(onPassed, milliseconds);
    },
    disarm: () => clearTimeout(timer),
  };
}
