import type { LabelledAmount } from "./labelled-amounts.ts";

/** The sums of a paper; null where it does not say, or says two things. */
export type Sums = {
  total: LabelledAmount | null;
  net: LabelledAmount | null;
  tax: LabelledAmount | null;
  due: LabelledAmount | null;
  taxes: number;
  /** Amounts of which two make the third. */
  fitting: ReadonlySet<LabelledAmount>;
};

/** Amounts that are rounded line by line differ by some cents from their sum. */
const tolerance = 0.05;
const weights = { gross: 1.05, due: 1.05, total: 1, net: 0.5 } as const;
const bonus = { sum: 1, rounded: 0.4, again: 0.1, settled: 0.25, final: 0.1 } as const;
const penalty = { zero: 1, prepaid: 0.5 } as const;
/** Maximum amounts that are compared with each other. A paper's foot has fewer. */
const maxAmounts = 200;

const near = (a: number, b: number, by = 0.005): boolean => Math.abs(a - b) <= by + 1e-9;

/**
 * Finds net, tax and total among labelled amounts: net + tax = total where the paper has all three, the total after
 * rounding, and what cash less change or a card paid.
 */
export function findSums(all: LabelledAmount[]): Sums {
  const amounts = all.filter((amount) => amount.class !== "other").slice(-maxAmounts);
  const of = (...classes: LabelledAmount["class"][]) =>
    amounts.filter((amount) => classes.includes(amount.class));
  const taxes = distinct(lastOfRows(of("tax")).filter(({ value }) => value > 0));
  const sums = of("gross", "total", "due", "net");
  const triple = tripleOf(sums, taxes) ?? tripleOfBareRow(all.slice(-maxAmounts));
  const total =
    triple && !sums.includes(triple.total)
      ? triple.total
      : plausible(
          totalOf(amounts, sums, of("rounding"), of("paid"), of("change"), triple?.total),
          triple?.total,
          all,
        );
  const fitting = new Set(
    triple
      ? amounts.filter(({ value }) =>
          [triple.net, triple.tax, triple.total].some((each) => each && near(each.value, value)),
        )
      : [],
  );
  const net = triple?.net ?? plainNet(of("net"), total);
  const untaxed =
    taxes.length === 0
      ? of("tax")
          .filter(({ value }) => value === 0)
          .at(-1)
      : undefined;
  const tax =
    untaxed ??
    (triple ? triple.tax : taxes.length === 1 && below(taxes[0], total) ? (taxes[0] ?? null) : null);
  return { total, net, tax, due: of("due").at(-1) ?? null, taxes: taxes.length, fitting };
}

/** A total that no sum supports is not smaller than what is listed above it. */
function plausible(
  total: LabelledAmount | null,
  ofTriple: LabelledAmount | undefined,
  all: LabelledAmount[],
): LabelledAmount | null {
  if (total === null || (ofTriple && near(total.value, ofTriple.value))) return total;
  const above = all
    .slice(0, all.indexOf(total))
    .filter(({ class: kind }) => kind === "other" || kind === "net");
  const greater = above.filter(({ value }) => value > total.value + tolerance);
  return greater.length > 1 ? null : total;
}

const below = (amount: LabelledAmount | undefined, total: LabelledAmount | null): boolean =>
  amount !== undefined && (total === null || amount.value < total.value);

/** The amount of a tax follows the amount that is taxed. */
const lastOfRows = (amounts: LabelledAmount[]): LabelledAmount[] =>
  amounts.filter(({ line, label }, index) => {
    const next = amounts[index + 1];
    return next === undefined || next.line !== line || next.label !== label;
  });

const distinct = (amounts: LabelledAmount[]): LabelledAmount[] =>
  amounts.filter((amount, index) => amounts.findIndex(({ value }) => near(value, amount.value)) === index);

type Triple = { net: LabelledAmount; tax: LabelledAmount | null; total: LabelledAmount };

/** Amounts of which two make the third; `tax` is null when several taxes do. */
function tripleOf(sums: LabelledAmount[], taxes: LabelledAmount[]): Triple | null {
  const all = taxes.reduce((sum, { value }) => sum + value, 0);
  const options: { value: number; tax: LabelledAmount | null }[] = [
    ...taxes.map((tax) => ({ value: tax.value, tax })),
    ...(taxes.length > 1 ? [{ value: all, tax: null }] : []),
  ];
  let best: (Triple & { rank: number }) | null = null;
  for (const total of sums) {
    for (const net of sums) {
      if (net.value <= 0 || net.value >= total.value) continue;
      const option = options.find(
        ({ value }) => value < net.value / 2 && near(net.value + value, total.value, tolerance),
      );
      if (!option) continue;
      const rank =
        (net.class === "net" ? 2 : 0) +
        (total.class === "net" ? 0 : 1) -
        Math.abs(net.value + option.value - total.value);
      if (rank > (best?.rank ?? -1)) best = { net, tax: option.tax, total, rank };
    }
  }
  return best ?? tripleOfRow(sums);
}

/** "Total facture 24.99 5.00 29.99": three amounts of one row. */
function tripleOfRow(sums: LabelledAmount[]): Triple | null {
  for (const [index, net] of sums.entries()) {
    const [tax, total] = [sums[index + 1], sums[index + 2]];
    const together =
      tax && total && net.label === tax.label && tax.label === total.label && net.line === total.line;
    if (
      together &&
      tax.value > 0 &&
      near(net.value + tax.value, total.value, tolerance) &&
      tax.value < net.value
    )
      return { net, tax, total };
  }
  return null;
}

/**
 * Net, tax and total beside each other in a row without words, below a heading: of several such rows the last, which sums
 * up those above it.
 */
function tripleOfBareRow(all: LabelledAmount[]): Triple | null {
  let found: Triple | null = null;
  for (const [index, net] of all.entries()) {
    const [tax, total] = [all[index + 1], all[index + 2]];
    if (!tax || !total || net.line !== tax.line || tax.line !== total.line) continue;
    const isBare =
      [net, tax, total].every(({ class: kind }) => kind === "other") &&
      /^[^\p{L}]*(?:\p{Lu}{3})?$/u.test(total.label);
    const fits = Math.abs(tax.value) > 0 && Math.abs(tax.value) < Math.abs(net.value) / 2;
    if (isBare && fits && near(net.value + tax.value, total.value)) found = { net, tax, total };
  }
  return found;
}

function totalOf(
  all: LabelledAmount[],
  sums: LabelledAmount[],
  roundings: LabelledAmount[],
  paid: LabelledAmount[],
  changes: LabelledAmount[],
  ofTriple: LabelledAmount | undefined,
): LabelledAmount | null {
  const votes = sums.map((amount) => {
    let score: number = weights[amount.class as keyof typeof weights];
    if (amount.value <= 0) score -= penalty.zero;
    if (ofTriple && near(amount.value, ofTriple.value)) score += bonus.sum;
    if (/grand|final|invoice|rechnung|facture|endbetrag|gesamt/i.test(amount.label)) score += bonus.final;
    // The total after rounding is below the rounding, and the total before it above.
    const rounded = roundings.some(
      (rounding) =>
        rounding.value !== 0 &&
        all.indexOf(rounding) < all.indexOf(amount) &&
        sums.some(
          (other) =>
            all.indexOf(other) < all.indexOf(rounding) &&
            near(Math.abs(other.value - amount.value), Math.abs(rounding.value)),
        ),
    );
    if (rounded) score += bonus.rounded + (ofTriple ? bonus.sum : 0);
    const settled =
      paid.some(({ value }) => near(value, amount.value)) ||
      paid.some((given) => changes.some(({ value }) => near(given.value - value, amount.value)));
    if (settled) score += bonus.settled;
    const prepaid =
      amount.class === "due" &&
      paid.some(({ value }) =>
        sums.some((other) => other !== amount && near(other.value - Math.abs(value), amount.value)),
      );
    if (prepaid) score -= penalty.prepaid;
    score +=
      bonus.again *
      (sums.filter(({ value, class: kind }) => kind !== "net" && near(value, amount.value)).length - 1);
    return { amount, score };
  });
  votes.sort((a, b) => b.score - a.score || b.amount.value - a.amount.value);
  return votes[0] && votes[0].score > weights.net ? votes[0].amount : null;
}

function plainNet(nets: LabelledAmount[], total: LabelledAmount | null): LabelledAmount | null {
  const fitting = nets.filter(({ value }) => value > 0 && (total === null || value <= total.value));
  return fitting[0] ?? null;
}
