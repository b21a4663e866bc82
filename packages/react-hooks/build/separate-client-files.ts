import { posix } from "node:path";
import type { Rolldown } from "tsdown";

const directive = '"use client";';

/**
 * Server components need `"use client"` in each file of hooks and components; all other bundlers warn of it. So the
 * files themselves lack it, and each has a small one beside it in `react-server/` that has it and passes everything on.
 * Bundlers of server components find those by the export condition `react-server`.
 */
export function separateClientFiles(): Rolldown.Plugin {
  const clientModules = new Set<string>();
  return {
    name: "separate-client-files",
    transform(code, id) {
      if (!code.startsWith(directive)) return null;
      clientModules.add(id);
      // Spaces keep every position of the source map.
      return { code: " ".repeat(directive.length) + code.slice(directive.length), map: null };
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const isClient = (chunk: Rolldown.OutputChunk) => chunk.moduleIds.some((id) => clientModules.has(id));
      const scripts = chunks.filter(({ fileName }) => fileName.endsWith(".mjs"));
      const clientFiles = new Set(scripts.filter(isClient).map(({ fileName }) => fileName));
      for (const { fileName, exports } of scripts.filter(isClient)) {
        const place = posix.relative(posix.join("react-server", posix.dirname(fileName)), fileName);
        this.emitFile({
          type: "asset",
          fileName: `react-server/${fileName}`,
          source: `${directive}\nexport { ${exports.join(", ")} } from "${place}";\n`,
        });
      }
      const index = scripts.find(({ fileName }) => fileName === "index.mjs");
      if (!index) throw new Error("The build has no index.");
      const source = index.code
        .replace(/\n\/\/# sourceMappingURL=.*/, "")
        .replaceAll(
          / from "\.\/(.+?)"/g,
          (_, file) => ` from "${clientFiles.has(file) ? "./" : "../"}${file}"`,
        );
      this.emitFile({ type: "asset", fileName: "react-server/index.mjs", source });
    },
  };
}
