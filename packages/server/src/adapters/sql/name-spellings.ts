/** SQLite lowers ASCII only: letters beyond it are looked for small, with a capital first, and in capitals. */
export function spellingsOf(fragment: string): string[] {
  const small = fragment.toLowerCase();
  if (!/\P{ASCII}/u.test(small)) return [small];
  const [first = "", ...rest] = small;
  return [small, first.toUpperCase() + rest.join(""), small.toUpperCase()];
}

/** Names are kept in one Unicode form (NFC) since they are cleaned; what is looked for may come in either. */
export const unicodeForms = (name: string): string[] => [
  ...new Set([name, name.normalize("NFC"), name.normalize("NFD")]),
];
