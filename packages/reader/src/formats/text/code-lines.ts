const STRONG =
  /^\s*(?:#include\b|#!\/|import [\w{*"']|from \S+ import\b|package [\w.]+;|def \w+\(|class \w+[\s({:]|(?:export |async |public |private |static )+(?:\w+ )*\w+|function \w*\(|const \w+ =|let \w+ =|var \w+ =|fn \w+\(|func \w+\(|SELECT .+ FROM\b|INSERT INTO\b|CREATE TABLE\b|<\/?[a-z][^<>]*>|@\w+\(|\$ \w+|\/\/|\/\*|\*\/)/;
const WEAK =
  /(?:[{};]|\)\s*:|=>)\s*$|^\s*[\])}]+[,;]?\s*$|^\s*[\w.[\]"']+\s*[-+*/|&]?=\s*\S|^\s*"[^"]+"\s*:\s*\S/;

/** `name(…)`. If the first parenthesis does not close, no later one does. */
function hasCall(line: string): boolean {
  const open = line.search(/\w\(/);
  return open !== -1 && line.includes(")", open);
}

const isWeak = (line: string) => WEAK.test(line) || hasCall(line);

/** Whether lines are source code, markup or data and not prose. Most of the lines must look like it. */
export function looksLikeCode(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== "").slice(0, 200);
  const strong = filled.filter((line) => STRONG.test(line)).length;
  const isBody = (line: string) => strong > 0 && /^(?:\t| {2,})\S/.test(line);
  const either = filled.filter((line) => STRONG.test(line) || isWeak(line) || isBody(line)).length;
  if (filled.length < 2) return strong > 0 && isWeak(filled[0] ?? "");
  return either >= filled.length * 0.6 && (strong > 0 || either >= 3 || isDataBlock(filled));
}

function isDataBlock(lines: readonly string[]): boolean {
  return /^\s*[[{]/.test(lines[0] ?? "");
}
