/** Whether two file names are the same, in whichever Unicode form each comes. */
export const isSameName = (one: string, other: string): boolean =>
  one === other || one.normalize("NFC") === other.normalize("NFC");
