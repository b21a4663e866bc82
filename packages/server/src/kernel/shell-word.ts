/** A word as a shell takes it: in quotes where it has spaces or anything else that a shell reads. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
