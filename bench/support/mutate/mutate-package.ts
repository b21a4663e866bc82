import { makeZip, type ZipEntry } from "../../../packages/reader/testing/fixtures/zip.ts";
import { between, pick, type Random } from "../../../packages/server/testing/documents/seeded-random.ts";
import { mutate } from "../../../packages/server/testing/fuzz/mutate.ts";
import { mutateText } from "./mutate-text.ts";
import { zipEntries } from "./zip-entries.ts";

/** Damage inside a zip package: parts changed, doubled, swapped, renamed, or stated to be what they are not. */
export function mutatePackage(random: Random, bytes: Uint8Array): Uint8Array {
  const entries = zipEntries(bytes);
  if (entries.length === 0) return mutate(random, bytes);
  for (let change = between(random, 1, 3); change > 0; change -= 1) changeEntry(random, entries);
  return makeZip(entries);
}

function changeEntry(random: Random, entries: ZipEntry[]): void {
  const index = between(random, 0, entries.length - 1);
  const entry = entries[index] as ZipEntry;
  const other = pick(random, entries);
  switch (between(random, 0, 9)) {
    case 0:
      entries.push({ ...entry, data: damagedPart(random, entry) });
      break;
    case 1:
      entries.splice(index, 1);
      break;
    case 2:
      entry.data = other.data;
      break;
    case 3:
      entry.name = pick(random, [
        "../../etc/passwd",
        "C:\\x",
        `${entry.name}/../x`,
        "/",
        "__proto__",
        "constructor",
        `a${"/b".repeat(500)}`,
        "\u202exml.doc",
        other.name,
      ]);
      break;
    case 4:
      entry.statedSize = pick(random, [
        0,
        1,
        0x7fffffff,
        0xffffffff,
        entry.data.length * 2,
        entry.data.length >> 1,
      ]);
      break;
    case 5:
      entries[index] = {
        ...entry,
        method: pick(random, [0, 1, 9, 12, 14, 93, 99]),
        flags: pick(random, [0, 1, 8, 0x800]),
      };
      break;
    default:
      // Another package's parts are often the ones that matter most.
      entry.data = damagedPart(random, entry);
  }
}

const isMarkup = ({ name }: ZipEntry): boolean => /\.(xml|rels|vml)$/i.test(name);

function damagedPart(random: Random, entry: ZipEntry): Uint8Array {
  if (!isMarkup(entry) || random() < 0.1)
    return entry.data.length === 0 ? entry.data : mutate(random, entry.data);
  return Buffer.from(mutateText(random, Buffer.from(entry.data).toString("utf8")));
}
