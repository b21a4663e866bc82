import iconv from "iconv-lite";
import { detectLegacyCharset } from "../packages/reader/src/charset/detect-legacy-charset.ts";
import { encodedSamples } from "./support/encoded-samples.ts";

const t = new Map<number, { n: number; ok: number; wc: number; unc: number }>();
for (const s of encodedSamples((process.argv[2] ?? "development") as "development")) {
  if (s.encoding.startsWith("utf")) continue;
  const d = detectLegacyCharset(s.bytes);
  const text = iconv.decode(s.bytes, d.charset);
  const r = t.get(s.length) ?? { n: 0, ok: 0, wc: 0, unc: 0 };
  t.set(s.length, r);
  r.n++;
  if (!d.certain) r.unc++;
  if (text === s.truth) r.ok++;
  else {
    if (d.certain) r.wc++;
    console.log(s.language, s.encoding, s.length, d, JSON.stringify(text.slice(0, 60)));
  }
}
console.log(t);
