#!/usr/bin/env node
// A file of its own, so that package managers can link the command before the package is built.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `headwater: needs Node 22.18 or newer, this is ${process.version}. In the repository, npx headwater brings its own.`,
  );
  process.exit(1);
}
await import("../dist/main.mjs");
