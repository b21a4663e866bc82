/**
 * How many fields the extractor gets right, against regular expressions: the built-in one, or the language model of
 * HEADWATER_LANGUAGE_MODEL. Usage:
 *
 *     node bench/extraction-quality.ts [--verbose] [--without-pictures] [--only=<collection>]
 *
 * `right` are values given that are true; `precision` is their share of the values given, `recall` their share of the
 * values that exist. Fields of lists (`lines[].name`) are counted apart from the key fields.
 */
import { join } from "node:path";
import { extractGrounded } from "../packages/server/src/structured/extract-grounded.ts";
import { checkExtractionSchema } from "../packages/server/src/structured/extraction-schema.ts";
import { type ExtractionCase, invoiceCases, ownCases, receiptCases } from "./corpora/extraction-cases.ts";
import { benchModels } from "./support/configured-models.ts";
import { extractByPatterns } from "./support/extraction-by-patterns.ts";
import { emptyScore, type FieldScore, scoreValues } from "./support/extraction-score.ts";
import { type Figure, printReport } from "./support/report.ts";

const corpora = process.env.HEADWATER_CORPORA ?? join(import.meta.dirname, "../../shared/corpora");
const verbose = process.argv.includes("--verbose");
const withPictures = !process.argv.includes("--without-pictures");
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);

const { extractor } = benchModels();

const leaves = { given: 0, verified: 0 };

/** Counts the values given, and those that an element holds word for word. */
function countLeaves(value: unknown, verified: Set<string>, path = ""): void {
  if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) countLeaves(inner, verified, `${path}/${key}`);
  } else if (value !== null) {
    leaves.given += 1;
    if (verified.has(path)) leaves.verified += 1;
    else if (verbose) console.log(`not verified: ${path} ${JSON.stringify(value)}`);
  }
}

async function extract({ name, elements, properties }: ExtractionCase): Promise<Record<string, unknown>> {
  const schema = checkExtractionSchema({ type: "object", properties });
  const request = {
    documents: [{ fileId: name, fileName: name, elements }],
    instruction: "Extract the values",
    schema,
    thinkingLevel: "accurate" as const,
  };
  const { output, evidence } = (
    await extractGrounded(extractor, request, new AbortController().signal)
  ).fit();
  countLeaves(
    output,
    new Set(evidence.flatMap(({ path, verdict }) => (verdict === "verified" ? [path] : []))),
  );
  return output as Record<string, unknown>;
}

async function* allCases(): AsyncGenerator<ExtractionCase> {
  yield* receiptCases(join(corpora, "receipts"), "text");
  yield* invoiceCases(join(corpora, "invoices"));
  yield* ownCases("extraction");
  yield* ownCases("extraction-later");
  yield* ownCases("extraction-kinds");
  if (withPictures) yield* receiptCases(join(corpora, "receipts"), "image");
}

type Scores = { ours: Map<string, FieldScore>; patterns: Map<string, FieldScore> };
const collections = new Map<string, Scores>();
for await (const one of allCases()) {
  if (only !== undefined && !one.collection.includes(only)) continue;
  const scores = collections.get(one.collection) ?? { ours: new Map(), patterns: new Map() };
  collections.set(one.collection, scores);
  scoreValues(await extract(one), one.truth, scores.ours, (field, found, wanted) => {
    if (verbose)
      console.log(`${one.name} ${field}: ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
  });
  const plainText = one.elements.map(({ text }) => text).join("\n");
  const keyTruth = Object.fromEntries(Object.entries(one.truth).filter(([, value]) => !Array.isArray(value)));
  scoreValues(extractByPatterns(plainText, Object.keys(keyTruth)), keyTruth, scores.patterns, () => {});
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
for (const [collection, { ours, patterns }] of collections) {
  const keys = sum([...ours].filter(([field]) => !field.includes("[]")).map(([, score]) => score));
  figures.push({
    what: `${collection}: key fields`,
    measured: shown(keys),
    against: `regular expressions: ${shown(sum([...patterns.values()]))}`,
    aim: `right and precision ≥ ${minShare}`,
    met: keys.right >= minShare * keys.expected && keys.right >= minShare * keys.given,
  });
  if (collection.includes("letters")) continue;
  for (const [field, score] of ours) {
    const other = patterns.get(field);
    figures.push({ what: `- ${field}`, measured: shown(score), ...(other && { against: shown(other) }) });
  }
}
figures.push({
  what: "values with verified evidence",
  measured: `${leaves.verified} of ${leaves.given} (${share(leaves.verified, leaves.given)})`,
});
printReport(figures);
