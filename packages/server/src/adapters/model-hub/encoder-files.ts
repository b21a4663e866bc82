import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { unzipSync } from "fflate";
import { OperatorError } from "../../kernel/operator-error.ts";

/** The files of an encoder that an operator added. */
export type EncoderFiles = {
  /** What the folder or archive is called, as a name for the model. */
  name: string;
  /** By their path in the model's folder. */
  files: Map<string, Uint8Array>;
  /** Of the archive, as registries name it; of a folder, of its model. */
  sha256: string;
  /** As its files say it; null where none does. */
  licence: string | null;
};

/** Archives of registries: PyPI's, Maven's, and plain ones. All are ZIP files. */
const archives = [".whl", ".jar", ".zip"];
/** Larger ones are not sentence encoders. */
const maxBytes = 2_000_000_000;
const wanted = /(\.onnx([._]data)?|\.json|(^|\/)(LICEN[CS]E|NOTICE)[^/]*)$/i;

/** Reads a folder, or an archive in memory. Throws OperatorError for what is neither, and for one without an encoder. */
export async function readEncoderFiles(source: string): Promise<EncoderFiles> {
  const found = await stat(source).catch(() => null);
  const isArchive = found?.isFile() && archives.includes(extname(source).toLowerCase());
  if (!found?.isDirectory() && !isArchive)
    throw new OperatorError(
      `${source} is not a folder, nor an archive (${archives.join(", ")}), nor the name of a known model: see \`headwater models list\`.`,
    );
  const whole = isArchive ? await readFile(source) : undefined;
  const all = whole ? unzipped(source, whole) : await filesBelow(source);
  const tokenizer = [...all.keys()].find((path) => /(^|[-_./])tokenizer\.json$/.test(path));
  const model = [...all.keys()].find((path) => path.endsWith(".onnx"));
  if (tokenizer === undefined || model === undefined)
    throw new OperatorError(
      `${source} holds no sentence encoder in ONNX form: it needs a .onnx file and a tokenizer.json.`,
    );
  const root = tokenizer.slice(0, tokenizer.lastIndexOf("/") + 1);
  const files = [...all].flatMap(([path, bytes]) => {
    if (/licen[cs]e|notice/i.test(basename(path))) return [[basename(path), bytes] as const];
    return path.startsWith(root) ? [[path.slice(root.length), bytes] as const] : [];
  });
  return {
    name: basename(source, isArchive ? extname(source) : ""),
    files: new Map(files),
    sha256: createHash("sha256")
      .update(whole ?? all.get(model) ?? "")
      .digest("hex"),
    licence: licenceOf(all),
  };
}

function unzipped(source: string, bytes: Uint8Array): Map<string, Uint8Array> {
  let total = 0;
  try {
    const entries = unzipSync(bytes, {
      filter({ name, originalSize }) {
        const isSafe = wanted.test(name) && !name.split("/").includes("..") && !name.startsWith("/");
        if (isSafe) total += originalSize;
        if (total > maxBytes) throw new Error("it unpacks to more than 2 GB");
        return isSafe;
      },
    });
    return new Map(Object.entries(entries));
  } catch (error) {
    throw new OperatorError(`${source} can't be unpacked: ${(error as Error).message}.`, { cause: error });
  }
}

async function filesBelow(folder: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const path of await readdir(folder, { recursive: true }))
    if (wanted.test(path) && (await stat(join(folder, path))).isFile())
      files.set(path.replaceAll("\\", "/"), await readFile(join(folder, path)));
  return files;
}

/** The first line of a licence is its name. */
function licenceOf(files: Map<string, Uint8Array>): string | null {
  const [, text] = [...files].find(([path]) => /(^|\/)licen[cs]e[^/]*$/i.test(path)) ?? [];
  const line = new TextDecoder()
    .decode(text)
    .split("\n")
    .map((each) => each.trim())
    .find((each) => each !== "");
  return line?.slice(0, 80) ?? null;
}
