export type Deadline = {
  /** Starts to wait. It replaces an earlier wait. */
  arm: (milliseconds: number, onPassed: () => void) => void;
  disarm: () => void;
};

/** One timer for all waits of one request. */
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
