// @vitest-environment node
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** The public names of a package that have no doc comment, neither where they are declared nor where they come from. */
function undocumented(entry: string): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.SourceFile) as ts.Symbol;
  const declared = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => declared(symbol).getDocumentationComment(checker).length === 0)
    .map(({ name }) => name)
    .sort();
}

test("every public name of the hooks says what it is", () => {
  expect(undocumented(join(root, "src/index.ts"))).toEqual([]);
});

test("every public name of the client says what it is", () => {
  expect(undocumented(join(root, "../client/src/index.ts"))).toEqual([]);
});
