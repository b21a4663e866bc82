import type { CaseResult } from "./run-case.ts";

/** The results in the form that CI servers read. */
export function junitXml(suite: string, results: readonly CaseResult[]): string {
  const failures = results.filter(({ problems }) => problems.length > 0).length;
  const cases = results.map(({ name, problems, diff, seconds }) => {
    const head = `<testcase classname="${escaped(suite)}" name="${escaped(name)}" time="${seconds.toFixed(3)}"`;
    if (problems.length === 0) return `    ${head}/>`;
    const text = escaped([...problems, ...diff].join("\n"));
    return `    ${head}>\n      <failure message="${escaped(problems[0] ?? "")}">${text}</failure>\n    </testcase>`;
  });
  const counts = `tests="${results.length}" failures="${failures}" errors="0"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${escaped(suite)}" ${counts}>\n${cases.join("\n")}\n  </testsuite>\n</testsuites>\n`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML has no control characters, not even escaped. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not allow.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
