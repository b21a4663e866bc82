/**
 * Which share of texts in 20 languages is decoded as it was written, without being told the encoding. Usage:
 *
 *     node bench/encodings.ts [--verbose]
 *
 * The texts (bench/corpora/encodings) were written before the detector. It was developed on one set; the held-out set
 * has other subjects.
 */
import iconv from "iconv-lite";
import { charsetContenders } from "./support/charset-contenders.ts";
import { type EncodedSample, encodedSamples, sampleLengths } from "./support/encoded-samples.ts";
import { type Figure, milliseconds, printReport } from "./support/report.ts";
import { median } from "./support/statistics.ts";

const verbose = process.argv.includes("--verbose");
const scripts = ["Latin", "Cyrillic", "Greek", "Hebrew", "Arabic", "Han", "Hiragana", "Hangul", "Thai"];
const figures: Figure[] = [];

type Outcome = { sample: EncodedSample; text: string; right: boolean; certain: boolean };

/** The script of most letters above ASCII. Japanese and Chinese count as one. */
function scriptOf(text: string): string {
  const letters = text.replace(/[\0-\x7f]/g, "");
  const counts = scripts.map(
    (script) => letters.match(new RegExp(`\\p{Script=${script}}`, "gu"))?.length ?? 0,
  );
  const most = scripts[counts.indexOf(Math.max(...counts))] ?? "";
  return most === "Hiragana" ? "Han" : most;
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

function describe(outcomes: Outcome[]): string {
  const count = (matches: (outcome: Outcome) => boolean) => outcomes.filter(matches).length;
  const wrongScript = count(({ text, sample, right }) => !right && scriptOf(text) !== scriptOf(sample.truth));
  const unsaid = count(({ right, certain }) => !right && certain);
  const uncertain = count(({ certain }) => !certain);
  return `${percent(
    count(({ right }) => right),
    outcomes.length,
  )} right, ${wrongScript} in a wrong script, ${unsaid} wrong without saying so, ${percent(uncertain, outcomes.length)} marked uncertain`;
}

for (const set of ["development", "held-out"] as const) {
  const samples = encodedSamples(set);
  const groups: [string, (sample: EncodedSample) => boolean][] = [
    ["code pages", ({ encoding }) => !encoding.startsWith("utf")],
    ["UTF-8", ({ encoding }) => encoding === "utf-8"],
    ["UTF-16 without a mark", ({ encoding }) => encoding.startsWith("utf-16")],
  ];
  const outcomesOf = charsetContenders.map(({ name, decode }) => ({
    name,
    outcomes: samples.map((sample): Outcome => {
      const { text, certain } = decode(sample.bytes);
      return { sample, text, certain, right: text === sample.truth };
    }),
  }));
  for (const [what, belongs] of groups)
    for (const length of sampleLengths) {
      const shown = outcomesOf.map(({ name, outcomes }) => ({
        name,
        some: outcomes.filter(({ sample }) => sample.length === length && belongs(sample)),
      }));
      const [ours, ...others] = shown;
      if (!ours) continue;
      const right = ours.some.filter((outcome) => outcome.right).length / ours.some.length;
      const unsaid = ours.some.filter((outcome) => !outcome.right && outcome.certain).length;
      const met = length < 300 ? unsaid === 0 : right >= 0.97;
      figures.push({
        what: `${set}, ${what}, ${length} bytes: ${ours.some.length} samples`,
        measured: describe(ours.some),
        against: others
          .map(
            ({ name, some }) =>
              `${name} ${percent(some.filter((outcome) => outcome.right).length, some.length)}`,
          )
          .join(", "),
        aim: length < 300 ? "right or uncertain" : "≥ 97 % right, no wrong script",
        met: met && !(length >= 300 && / [1-9]\d* in a wrong/.test(describe(ours.some))),
      });
      if (!verbose) continue;
      for (const { sample, text, right: wasRight, certain } of ours.some)
        if (!wasRight)
          console.log(`${sample.language} ${sample.encoding} ${length} ${certain}: ${text.slice(0, 70)}`);
    }
}

const line = iconv.encode(
  "Вчера мы ездили за город и собирали грибы, а вечером пили чай с вареньем.\n",
  "koi8-r",
);
for (const size of [2_000, 200_000, 100_000_000]) {
  const bytes = Buffer.alloc(size, line);
  const rounds = size > 1e6 ? 3 : 15;
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    charsetContenders[0]?.decode(bytes);
    const decoded = performance.now();
    iconv.decode(bytes, "koi8-r");
    return { all: decoded - start, bare: performance.now() - decoded };
  });
  figures.push({
    what: `KOI8-R of ${size.toLocaleString("en")} bytes, found and decoded`,
    measured: milliseconds(median(times.map(({ all }) => all))),
    against: `decoding alone ${milliseconds(median(times.map(({ bare }) => bare)))}`,
  });
}

printReport(figures);
