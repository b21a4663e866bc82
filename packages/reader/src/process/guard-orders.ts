/** The orders of the guard, as JSON. */
export type GuardOrders = {
  limitMs: number;
  /** Whether file descriptor 3 goes to the program. */
  passesFile: boolean;
  /** A folder that is removed when the program has ended. */
  removes?: string | undefined;
};

/** How the guard says what became of the program; any other exit code is the program's own. */
export const guardExit = { notStarted: 250, tooSlow: 251, stopped: 252, crashed: 253 } as const;
