import { blankLiterals } from "./blank-literals.ts";
import { syntaxOf } from "./code-syntax.ts";

/** Lines longer than this were not written by hand. */
const maxDeclaration = 300;
const maxSymbols = 100;

const modifiers =
  "(?:(?:export|default|declare|public|private|protected|internal|fileprivate|static|abstract|final|sealed|open|override|async|inline|suspend|data|case|implicit|lazy|unsafe|const|extern|partial|virtual|readonly|mutating|indirect|operator|infix|tailrec|companion|annotation|inner|value|pub(?:\\([\\w:]+\\))?)\\s+){0,6}";

const kinds =
  "function\\*?|class|interface|type|typealias|enum(?:\\s+class|\\s+struct)?|def|fn|func|fun|struct|union|trait|module|mod|namespace|object|record|protocol|extension|actor|defmodule|sub|proc|macro_rules!";

/** Declarations that begin with the kind of what they declare. */
const byKind = new RegExp(
  `^\\s*${modifiers}(?:${kinds})\\s+(?:<[^>]{1,100}>\\s*)?(?:self\\.)?([A-Za-z_$][\\w$]*(?:(?:\\.|::)[A-Za-z_$][\\w$]*)*[?!]?)`,
);

const script = [
  new RegExp(
    `^\\s*${modifiers}(?:const|let|var)\\s+([A-Za-z_$][\\w$]*)\\s*(?::[^=]{1,100})?=\\s*(?:async\\s*)?(?:function\\b|\\(|[A-Za-z_$][\\w$]*\\s*=>)`,
  ),
  // A method: its name, its parameters, and a body that begins in its line.
  new RegExp(
    `^\\s+${modifiers}(?:get\\s+|set\\s+)?\\*?#?([A-Za-z_$][\\w$]*)\\s*(?:<[^>]{1,80}>)?\\([^;]{0,200}\\{\\s*\\}?\\s*$`,
  ),
];
/** A type, a name and parameters, and no statement. */
const typedMethod =
  /^\s+(?:@\w+(?:\([^)]{0,80}\))?\s+)?(?:[\w.]+(?:<[^()]{1,80}>)?(?:\[\])*\??\s+){1,6}([A-Za-z_]\w*)\s*(?:<[^()]{1,60}>)?\([^;]{0,250}$/;
const ownConstructor = /^\s+(?:public|private|protected|internal)\s+([A-Z]\w*)\s*\([^;]{0,250}$/;
const typed = [typedMethod, ownConstructor];
/** At the margin, or in a class: a type, perhaps of another name space, a name and parameters, and no statement. */
const cFunction =
  /^(?:[\w:]+(?:<[^()]{1,80}>)?[\s*&]+){1,6}((?:[A-Za-z_]\w*::)*~?[A-Za-z_]\w*)\s*\([^;]{0,250}$/;
const cMethod =
  /^\s+(?:[\w:]+(?:<[^()]{1,80}>)?[\s*&]+){1,6}(~?[A-Za-z_]\w*)\s*\([^;]{0,200}\)[\w\s]{0,40}\{/;
const c = [
  cFunction,
  cMethod,
  /^\s*#\s*define\s+([A-Za-z_]\w*)\(/,
  // What follows says that it is declared here, and not only used.
  /^\s*(?:typedef\s+)?(?:template\s*<[^;]{1,80}>\s*)?(?:struct|class|union|enum(?:\s+class|\s+struct)?|namespace)\s+([A-Za-z_][\w:]*)\s*(?:final\s*)?(?:[:{].*)?$/,
  /^\s*typedef\b[^;]{1,200}\b([A-Za-z_]\w*)\s*;/,
  /^\s*\}\s*([A-Za-z_]\w*_t)\s*;/,
];

const byLanguage: ReadonlyMap<string, RegExp[]> = new Map(
  Object.entries<RegExp[]>({
    javascript: script,
    jsx: script,
    typescript: script,
    tsx: script,
    vue: script,
    svelte: script,
    java: typed,
    csharp: typed,
    c,
    cpp: c,
    cuda: c,
    objectivec: c,
    go: [/^func\s+\([^)]{1,100}\)\s+([A-Za-z_]\w*)/],
    rust: [/^\s*(?:unsafe\s+)?impl(?:<[^>]{1,100}>)?\s+(?:[\w:<>', ]{1,100}\s+for\s+)?([A-Za-z_]\w*)/],
    kotlin: [/^\s*(?:\w+\s+){0,4}fun\s+(?:<[^>]{1,80}>\s+)?(?:[\w<>?]+\.)([A-Za-z_]\w*)/],
    bash: [/^\s*([A-Za-z_][\w:-]*)\s*\(\s*\)/],
    sql: [
      /^\s*create\s+(?:or\s+replace\s+)?(?:table|view|function|procedure)\s+(?:if\s+not\s+exists\s+)?([\w."]{1,100})/i,
    ],
  }),
);

/** Words in the place where a method has its name, or the type before it. */
const keywords = new Set(
  "if else for foreach while do switch case return throw new catch try finally using lock fixed function await yield with sizeof typeof assert delete goto default super this synchronized elif unless until not and or in is as select match when guard defer print echo constructor".split(
    " ",
  ),
);

/** Names of functions, classes and types, line by line. */
export type CodeSymbols = (from: number, to: number) => string[];

/** Reads the declarations of a file. Comments and strings declare nothing, in the languages whose syntax is known. */
export function readSymbols(code: string, language: string | null): CodeSymbols {
  const syntax = syntaxOf(language);
  const lines = (syntax ? blankLiterals(code, syntax) : code).split("\n");
  const own = byLanguage.get(language ?? "") ?? [];
  const declarations = own === c ? own : [...own, byKind];
  return (from, to) => {
    const symbols = new Set<string>();
    for (const line of lines.slice(from, to)) {
      if (line.length > maxDeclaration || symbols.size >= maxSymbols) continue;
      const symbol = declaredIn(line, declarations);
      if (symbol !== null) symbols.add(symbol);
    }
    return [...symbols];
  };
}

function declaredIn(line: string, declarations: RegExp[]): string | null {
  const [first = ""] = /[A-Za-z_]\w*/.exec(line) ?? [];
  for (const declaration of declarations) {
    const symbol = declaration.exec(line)?.[1];
    if (symbol === undefined || keywords.has(symbol)) continue;
    if (declaration !== byKind && keywords.has(first) && first !== "default") continue;
    return symbol;
  }
  return null;
}
