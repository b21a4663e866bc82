/** Port: room for what is stored. A reserve is kept for deleting and for the database; uploads don't get at it. */
export type StorageSpace = {
  /** Whether the reserve is all that is left, or less. */
  isFull(): boolean;
  /**
   * Holds room for an upload of so many bytes until the answer is called; null when it would take from the reserve.
   * Uploads that are under way count, though their bytes are not on the disk yet.
   */
  hold(bytes: number): Promise<(() => void) | null>;
};
