/**
 * How many fields the extractor gets right: the built-in one, or the language model of HEADWATER_LANGUAGE_MODEL. Usage:
 *
 *     node bench/extraction-quality.ts [--verbose] [--without-pictures] [--words-alone] [--only=<collection>]
 *
 * `--words-alone` leaves out the encoders. `right` are values given that are true; `precision` is their share of the values given, `recall` their share of the
 * values that exist. Fields of lists (`lines[].name`) are counted apart from the key fields.
 */
import { join } from "node:path";
import { extractGrounded } from "../packages/server/src/structured/extract-grounded.ts";
import { checkExtractionSchema } from "../packages/server/src/structured/extraction-schema.ts";
import { eInvoiceCases } from "./corpora/e-invoice-cases.ts";
import { type ExtractionCase, invoiceCases, ownCases, receiptCases } from "./corpora/extraction-cases.ts";
import { benchCompareTexts } from "./support/compare-texts.ts";
import { benchModels } from "./support/configured-models.ts";
import { emptyScore, type FieldScore, scoreValues } from "./support/extraction-score.ts";
import { type Figure, printReport } from "./support/report.ts";

const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const verbose = process.argv.includes("--verbose");
const withPictures = !process.argv.includes("--without-pictures");
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);

const { extractor } = benchModels();
const compareTexts = process.argv.includes("--words-alone") ? undefined : await benchCompareTexts();

/** Of each verdict, in all collections of one family: the values given, and those that are right. */
type Verdicts = Map<string, { given: number; right: number }>;
const verdicts = new Map<string, Verdicts>();

const familyOf = (collection: string): string => collection.split(",")[0] ?? collection;

async function extract({ name, elements, properties }: ExtractionCase) {
  const schema = checkExtractionSchema({ type: "object", properties });
  const request = {
    documents: [{ fileId: name, fileName: name, elements }],
    instruction: "Extract the values",
    schema,
    thinkingLevel: "accurate" as const,
    compareTexts,
  };
  const grounded = await extractGrounded(extractor, request, new AbortController().signal);
  const { output, evidence } = grounded.fit();
  return {
    output: output as Record<string, unknown>,
    verdictAt: new Map(evidence.map(({ path, verdict }) => [path, verdict])),
  };
}

function countVerdict(collection: string, verdict: string, right: boolean): void {
  const family = collection.includes("picture") ? collection : familyOf(collection);
  const counts: Verdicts = verdicts.get(family) ?? new Map();
  verdicts.set(family, counts);
  const { given, right: before } = counts.get(verdict) ?? { given: 0, right: 0 };
  counts.set(verdict, { given: given + 1, right: before + Number(right) });
}

async function* allCases(): AsyncGenerator<ExtractionCase> {
  yield* receiptCases(join(corpora, "receipts"), "text");
  yield* invoiceCases(join(corpora, "invoices"));
  yield* eInvoiceCases(join(corpora, "invoices-einvoice"));
  yield* ownCases("extraction");
  yield* ownCases("extraction-later");
  yield* ownCases("extraction-kinds");
  if (withPictures) yield* receiptCases(join(corpora, "receipts"), "image");
}

const collections = new Map<string, Map<string, FieldScore>>();
for await (const one of allCases()) {
  if (only !== undefined && !one.collection.includes(only)) continue;
  const scores = collections.get(one.collection) ?? new Map<string, FieldScore>();
  collections.set(one.collection, scores);
  const { output, verdictAt } = await extract(one);
  scoreValues(
    output,
    one.truth,
    scores,
    ({ field, at, value, wanted, given, right }) => {
      if (given) countVerdict(one.collection, verdictAt.get(at) ?? "no evidence", right);
      if (verbose && !right && (given || wanted !== null))
        console.log(`${one.name} ${field}: ${JSON.stringify(value)}, wanted ${JSON.stringify(wanted)}`);
    },
    one.unseen,
  );
}

const share = (part: number, whole: number): string => (whole === 0 ? "-" : (part / whole).toFixed(3));
const shown = ({ expected, given, right }: FieldScore): string =>
  `${right} of ${expected} right (${share(right, expected)}), ${given} given, precision ${share(right, given)}`;
const sum = (scores: FieldScore[]): FieldScore =>
  scores.reduce(
    (all, { expected, given, right }) => ({
      expected: all.expected + expected,
      given: all.given + given,
      right: all.right + right,
    }),
    emptyScore(),
  );

const minShare = 0.95;
const figures: Figure[] = [];
for (const [collection, ours] of collections) {
  const keys = sum([...ours].filter(([field]) => !field.includes("[]")).map(([, score]) => score));
  figures.push({
    what: `${collection}: key fields`,
    measured: shown(keys),
    aim: `right and precision ≥ ${minShare}`,
    met: keys.right >= minShare * keys.expected && keys.right >= minShare * keys.given,
  });
  if (collection.includes("letters")) continue;
  for (const [field, score] of ours) figures.push({ what: `- ${field}`, measured: shown(score) });
}
for (const [family, counts] of verdicts) {
  const of = (verdict: string) => counts.get(verdict) ?? { given: 0, right: 0 };
  const rightOf = (verdict: string) =>
    `${of(verdict).right} of ${of(verdict).given} (${share(of(verdict).right, of(verdict).given)})`;
  figures.push({
    what: `${family}: right of those verified`,
    measured: rightOf("verified"),
    against: `unverified: ${rightOf("unverified")}`,
  });
}
printReport(figures);
