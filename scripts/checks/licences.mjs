// Checks the licences of all packages that a user installs with one of ours. It reads them from pnpm's bill of materials.
import { runCommand } from "../bootstrap/command.mjs";
import { pnpmArguments, repositoryRoot as root } from "../bootstrap/toolchain.mjs";
import { unexpectedLicences } from "./unexpected-licences.mjs";

let json = "";
const { exitCode, output } = await runCommand(
  "npx",
  pnpmArguments(root, [
    ...["--silent", "--filter", "./packages/*", "--filter", "./apps/*"],
    ...["sbom", "--prod", "--sbom-format", "cyclonedx"],
  ]),
  { cwd: root, env: process.env, timeoutMs: 5 * 60_000, onOutput: (text) => (json += text) },
);
if (exitCode !== 0) {
  console.log(output.trimEnd());
  process.exitCode = 1;
} else {
  for (const { name, version, licence } of unexpectedLicences(JSON.parse(json))) {
    console.log(`${name} ${version}: ${licence}`);
    process.exitCode = 1;
  }
}
