import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { makeCompound } from "../../../testing/fixtures/compound.ts";
import { createParseThread } from "../../../testing/fuzz/parse-thread.ts";

const thread = createParseThread();
afterAll(() => thread.close());

const u16 = (value: number) => [value & 0xff, value >> 8];
const record = (kind: number, content: readonly number[]) => [
  ...u16(kind),
  ...u16(content.length),
  ...content,
];
const end = record(0x0a, []);

/** The beginnings of a workbook in each version of the format, and of a sheet in it. */
const beginnings: [kind: number, version: number][] = [
  [0x0009, 0x0002],
  [0x0209, 0x0300],
  [0x0409, 0x0400],
  [0x0809, 0x0500],
  [0x0809, 0x0600],
  [0x0809, 0x0000],
];
/** Calculated cells, areas, shared formulas, names, names elsewhere, conditional formats, validations, charts. */
const formulaKinds = [
  ...[0x06, 0x0206, 0x0406, 0x21, 0x0221, 0x04bc, 0x18, 0x0218, 0x23, 0x0223],
  ...[0x01b1, 0x01be, 0x1051, 0x0868],
];
/** Tokens after which the library has read beyond the end of a formula, and any other byte. */
const byte = fc.oneof(fc.constantFrom(0x17, 0x18, 0x19, 0x20, 0x26, 0x27, 0x3b, 0x60, 0xff), fc.nat(255));

it("ends for formulas that are damaged in any way, in each version", { timeout: 300_000 }, async () => {
  const damaged = fc.record({
    beginning: fc.constantFrom(...beginnings),
    kind: fc.constantFrom(...formulaKinds),
    content: fc.array(byte, { maxLength: 48 }),
    continued: fc.option(fc.array(byte, { maxLength: 12 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(damaged, async ({ beginning: [kind, version], kind: formula, content, continued }) => {
      const begin = (type: number) =>
        record(kind, [...u16(version), ...u16(type), ...Array<number>(12).fill(0)]);
      const sheet = record(0x85, [...u16(0), 0, 0, 0, 0, 1, 0, 0x53]);
      const stream = [
        ...[...begin(5), ...sheet, ...record(formula, content), ...end],
        ...[
          ...begin(0x10),
          ...record(formula, content),
          ...(continued ? record(0x3c, continued) : []),
          ...end,
        ],
      ];
      await thread.parse(makeCompound({ Workbook: Uint8Array.from(stream) }), "xls");
    }),
    // Each smaller example would take the whole limit too.
    { numRuns: 1_500, endOnFailure: true },
  );
});

it("names a document whose parsing does not end", async () => {
  const impatient = createParseThread({ limitMs: 0 });
  const document = makeCompound({ Workbook: Uint8Array.from(end) });
  await expect(impatient.parse(document, "xls")).rejects.toThrow("Parsing .xls did not end within 0 s");
  await impatient.close();
});
