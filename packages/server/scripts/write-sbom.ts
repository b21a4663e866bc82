// Writes dist/sbom.cdx.json: the bill of materials (CycloneDX) of the published package, with what the bundle has inside.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundledTitles } from "./bundled-licences.ts";

const server = join(import.meta.dirname, "..");
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [
    ...[join(server, "../../scripts/pnpm.mjs"), "--silent", "--filter", "@headwater/server"],
    ...["sbom", "--prod", "--sbom-type", "application", "--sbom-format", "cyclonedx"],
  ],
  { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
);
if (status !== 0) throw new Error(`pnpm sbom ended with ${status}: ${stderr}`);

const bill = JSON.parse(stdout) as { components: { purl: string }[] };
const listed = new Set(bill.components.map(({ purl }) => purl));
const bundled = bundledTitles(readFileSync(join(server, "dist/THIRD-PARTY-LICENCES.txt"), "utf8")).map(
  ({ name, version, licence }) => {
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    return { type: "library", name, version, purl, "bom-ref": purl, licenses: [{ expression: licence }] };
  },
);
bill.components.push(...bundled.filter(({ purl }) => !listed.has(purl)));
writeFileSync(join(server, "dist/sbom.cdx.json"), `${JSON.stringify(bill, null, 2)}\n`);
