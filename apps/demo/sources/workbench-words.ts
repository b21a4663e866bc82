/**
 * What the service says, for its operators too, in the words of someone who sits at the workbench. `original` is what
 * the service said, when that is not the same.
 */
export type Translated = { words: string; original?: string };

/** Calls of the API, and what does the same here. */
const calls: readonly [said: RegExp, here: (...parts: (string | undefined)[]) => string][] = [
  [
    /\b(t)ry again( later)? with POST \/reprocess\b/gi,
    (_, t, later) => (later ? `${t}ry again later: press “Read again”` : `${like(t, "press")} “Read again”`),
  ],
  [/\b(u)pload it with POST \/ingest-file\b/gi, (_, u) => `${like(u, "add")} it here as a file`],
  [
    /\b(p)rocess (?:it|the file) with method (\w+(?: or \w+)?)/gi,
    (_, p, methods) => `${like(p, "press")} “Read again” and choose ${methods}`,
  ],
];

/** A word with a capital where the other one had it. */
const like = (first: string | undefined, word: string) =>
  first === first?.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1);

const setting = /\bHEADWATER_[A-Z_]+\b/;
/** A setting that is named only beside the reason: "(HEADWATER_A or HEADWATER_B)", ", which HEADWATER_A names". */
const asides = /\s*\((?:HEADWATER_[A-Z_]+|or|,|\s)+\)|, which HEADWATER_[A-Z_]+ names\b/g;

/** Translates a message of the service. One that names no call and no setting stays as it is. */
export function translated(message: string): Translated {
  const original = sentenceOf(message.trim());
  const called = calls.reduce((words, [said, here]) => words.replace(said, here), original);
  const words = setting.test(called) ? withoutSettings(called) : called;
  return words === original ? { words } : { words, original };
}

/** The reason stays. Its reader cannot change a setting, but can ask a person who can. */
function withoutSettings(message: string): string {
  const reasons = message
    .replace(asides, "")
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !setting.test(sentence));
  return [...reasons, "The operator of the service can set this up; then press “Read again”."].join(" ");
}

/** Ends a message with a full stop. */
const sentenceOf = (text: string): string => (text === "" || /[.!?…]$/.test(text) ? text : `${text}.`);
