import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Time in ms that `pdftotext` takes for a document, with the start of its process. */
export function timePdftotext(bytes: Uint8Array, options: readonly string[] = []): number {
  const path = join(tmpdir(), `headwater-bench-${process.pid}.pdf`);
  writeFileSync(path, bytes);
  try {
    const started = performance.now();
    execFileSync("pdftotext", [...options, path, "-"], {
      maxBuffer: 256 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return performance.now() - started;
  } finally {
    rmSync(path);
  }
}
