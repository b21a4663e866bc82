import { stem } from "../../text/stem.ts";
import { createIrregularForms } from "./irregular-forms.ts";

/**
 * Words of questions and words of documents that mean the same. Each line is one meaning. The list is small on purpose,
 * because a wrong relation costs more than a missing one.
 */
const groups = `
  die death dead deceased kill
  born birth birthplace birthday
  begin start commence launch
  end finish conclude terminate
  found establish create start
  buy purchase acquire
  sell sale
  cost price fee charge
  pay payment
  earn salary wage
  own owner belong
  make manufacture produce
  write author
  invent inventor invention
  discover discovery
  lead leader head
  rule ruler reign
  marry wife husband spouse marriage
  live reside residence
  locate location situated
  call name known term
  use utilise utilize employ
  big large great
  small little
  show demonstrate prove
  show display present
  prove proof
  win victory defeat
  fight battle war
  conquer conquest
  kill murder assassinate
  increase rise grow growth
  decrease fall decline drop
  change modify alter
  allow permit
  forbid prohibit ban
  need require requirement
  help assist support
  fast quick rapid
  job work occupation
  phone telephone
  email e-mail mail
  company firm business
  employee staff personnel
  holiday vacation leave
  country nation
  area region
  amount sum total
  average mean
  break pause rest
  brother sister sibling
  maximum most highest
  minimum least lowest
  limit maximum
  type kind sort form
  part component
  mean meaning define definition
  expire expiry expiration
  cancel cancellation terminate termination
  return refund
  deliver delivery ship shipping
  due deadline payable
  issue date
  last continue duration
  study education university degree
  warranty guarantee
`
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/).map(stem));

export type WordRelations = {
  /** How similar the meaning of two stems is: 1 for the same word, 0 for unrelated words. */
  likeness(a: string, b: string): number;
};

const derived = 0.7;
const synonym = 0.8;
const minRoot = 5;

export function createWordRelations(): WordRelations {
  const related = new Map<string, Set<string>>();
  for (const group of groups) {
    for (const word of group) {
      const others = related.get(word) ?? new Set();
      for (const other of group) others.add(other);
      related.set(word, others);
    }
  }
  const irregular = createIrregularForms();
  return {
    likeness(first, second) {
      const a = irregular.get(first) ?? first;
      const b = irregular.get(second) ?? second;
      if (first === second || a === b) return 1;
      // "founded" is a form of "found", although "found" is a form of "find".
      const [ofFirst, ofA] = [related.get(first), related.get(a)];
      if (ofA?.has(b) || ofA?.has(second) || ofFirst?.has(second) || ofFirst?.has(b)) return synonym;
      return sameRoot(a, b) || sameParticiple(a, b) ? derived : 0;
    },
  };
}

/** The beginning of German and Dutch participles: "gewartet" and "warten". */
const participle = /^ge(?=.{5})/;

const sameParticiple = (a: string, b: string): boolean =>
  a.startsWith("ge") !== b.startsWith("ge") && sameRoot(a.replace(participle, ""), b.replace(participle, ""));

/** The last letter of roots that change it: "invade" and "invasion", "decide" and "decision". */
const changing = /(?<=.{4})[dst]$/;

/** "origin" and "originate": stems with a long common beginning and short endings. */
function sameRoot(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  if (shorter < minRoot || /\d/.test(a) || Math.abs(a.length - b.length) > 4) return false;
  if (a.charCodeAt(0) !== b.charCodeAt(0)) return false;
  if (a.length === b.length && a.slice(0, -1) === b.slice(0, -1) && changing.test(a) && changing.test(b))
    return true;
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared += 1;
  return shared >= minRoot && shared >= shorter - 1 && shared >= Math.max(a.length, b.length) - 4;
}
