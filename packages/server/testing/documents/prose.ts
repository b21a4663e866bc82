import { between, pick, type Random } from "./seeded-random.ts";

const words = `
  account advance agreement amount annual approach area article assembly authority balance basin board bridge budget
  building canal capacity cargo chapter charge coast column committee company condition contract council course cover
  current customer damage decision delivery demand deposit depth design distance district division dock document drain
  duty east effect effort energy engine entry equal estimate evening event evidence exchange factor failure figure fleet
  floor force freight fund gate general goods grain granite grant gravel ground growth harbour hearing height house
  income increase industry inlet inspection interest island item journey labour land lease letter level licence lighthouse
  limit loading local loss machine margin market material matter measure meeting member method mile minute model month
  morning motion navigation network north notice number office opinion order output owner paper parcel passage payment
  period permit pier pilot plan plant platform policy population port position power practice price principle problem
  process product profit project property public purpose quality quarter question railway range rate reason record region
  relation repair report reserve result return revenue river road rule safety sample schedule school season section
  service shape share ship shore signal site slope society south space stage standard station statement stone storage
  store stream street structure supply surface survey system table tariff tender terms theory tide timber tonnage tower
  trade traffic transport treaty tunnel union value vessel village volume wage warehouse water weather week weight west
  wharf window winter works yard year
`
  .trim()
  .split(/\s+/);

const links = [
  "of the",
  "in the",
  "for the",
  "and the",
  "to the",
  "at the",
  "by a",
  "with the",
  "from the",
  "under a",
];
const verbs = [
  "shows",
  "requires",
  "follows",
  "reached",
  "exceeded",
  "remained below",
  "was given to",
  "depends on",
];

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const phrase = (random: Random): string =>
  `${pick(random, words)} ${pick(random, links)} ${pick(random, words)}`;

/** 60 to 150 characters, with a number now and then. */
export function sentence(random: Random): string {
  const number = random() < 0.2 ? ` ${between(random, 2, 9_800)}` : "";
  const tail = random() < 0.6 ? `, ${phrase(random)} ${pick(random, verbs)} the ${pick(random, words)}` : "";
  return `${capitalised(phrase(random))} ${pick(random, verbs)} the${number} ${phrase(random)}${tail}.`;
}

export const paragraph = (random: Random, sentences: number): string =>
  Array.from({ length: sentences }, () => sentence(random)).join(" ");

/** Three to five words, without a full stop. */
export const heading = (random: Random): string =>
  capitalised([phrase(random), ...(random() < 0.5 ? [pick(random, words)] : [])].join(" "));

/** The cells of a table. The first row is the header, the first column holds names, the others hold numbers. */
export function tableRows(random: Random, columns: number, rows: number): string[][] {
  const header = Array.from({ length: columns }, () => capitalised(pick(random, words)));
  const body = Array.from({ length: rows }, () =>
    header.map((_, column) =>
      column === 0 ? capitalised(pick(random, words)) : String(between(random, 10, 99_999)),
    ),
  );
  return [header, ...body];
}
