/** Statements that are not sentences, such as table rows, get lines of their own. */
export const separatorAfter = (statement: string): string =>
  /[.!?…。！？]["”’»)\]]*$/u.test(statement) ? " " : "\n";
