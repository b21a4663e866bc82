/**
 * Which share of texts in 20 languages, in the encodings they were kept in before UTF-8, is decoded as it was written.
 * Usage:
 *
 *     node bench/encodings.ts [--held-out] [--verbose]
 */
import { charsetContenders } from "./support/charset-contenders.ts";
import { encodedSamples } from "./support/encoded-samples.ts";

const set = process.argv.includes("--held-out") ? "held-out" : "development";
const samples = encodedSamples(set);
const tally = new Map<string, { n: number; right: number; wc: number }>();
const add = (key: string, ok: boolean, certain: boolean) => {
  const t = tally.get(key) ?? { n: 0, right: 0, wc: 0 };
  t.n++;
  if (ok) t.right++;
  else if (certain) t.wc++;
  tally.set(key, t);
};
for (const c of charsetContenders) {
  for (const s of samples) {
    const d = c.decode(s.bytes);
    const ok = d.text === s.truth;
    const legacy = s.encoding.startsWith("utf") ? s.encoding : "legacy";
    add(`${c.name} ${legacy} ${s.length}`, ok, d.certain);
    if (process.argv.includes("--by") && c.name === "Headwater")
      add(`   ${s.language} ${s.encoding} ${s.length}`, ok, d.certain);
    if (process.argv.includes("--verbose") && c.name === "Headwater" && !ok)
      console.log(
        s.language,
        s.encoding,
        s.length,
        d.certain,
        (d as any).charset,
        JSON.stringify(d.text.slice(0, 60)),
      );
  }
}
for (const [k, t] of tally)
  if (!k.startsWith("   ") || t.right < t.n)
    console.log(k.padEnd(36), t.n, "right", ((100 * t.right) / t.n).toFixed(1), "wrong but certain", t.wc);
