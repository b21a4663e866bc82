import { parse } from "yaml";
import { withoutThought } from "./thought-filter.ts";

type Fields = Record<string, unknown>;

/** Maximum characters that are read as something else than JSON. */
const maxLoose = 200_000;
/** Levels that a model may put around the object that was asked for. */
const maxWrappers = 3;

/**
 * The object in a text that fills a form. Models put it between fences, write a sentence before or after it, use single
 * quotes or a comma too many, put it into one more object or a list, or give only the list of a form that has no more.
 * Undefined when there is none.
 */
export function objectIn(text: string, schema: Fields): Fields | undefined {
  const properties = isFields(schema.properties) ? schema.properties : {};
  const fits = (value: Fields): number =>
    Object.keys(value).filter((name) => Object.hasOwn(properties, name)).length;
  const answer = withoutThought(text).trim();
  const whole = answer.startsWith('"') ? parsed(answer) : undefined;
  const found = candidatesIn(typeof whole === "string" ? whole : answer).flatMap((candidate) => {
    const value = parsed(candidate);
    return value === undefined ? [] : [asFields(value, properties)];
  });
  const objects = found.filter((value) => value !== undefined).map((value) => unwrapped(value, fits));
  return objects.reduce<Fields | undefined>(
    (best, next) => (best === undefined || fits(next) > fits(best) ? next : best),
    undefined,
  );
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The whole answer, what is between fences, and each outermost pair of brackets. */
function candidatesIn(answer: string): string[] {
  const fenced = [...answer.matchAll(/```[\w-]*\s*\n?([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  const between = (open: string, close: string) =>
    answer.slice(answer.indexOf(open), answer.lastIndexOf(close) + 1);
  return [answer, ...fenced, ...outermost(answer), between("{", "}"), between("[", "]")].filter((candidate) =>
    /^\s*[[{]/.test(candidate),
  );
}

/** The pairs of braces that are in no other pair, outside of quoted text. */
function outermost(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (mark === "{") {
      if (depth === 0) start = index;
      depth += 1;
    } else if (mark === "}" && depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(text.slice(start, index + 1));
    }
  }
  return found;
}

/** JSON, or what YAML's flow style also allows: single quotes, bare words, a comma too many, comments. */
function parsed(candidate: string): unknown {
  try {
    return JSON.parse(candidate);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (candidate.length > maxLoose) return undefined;
  try {
    const plain = candidate
      .replace(/:\s*(True|False|None)(?=\s*[,}\]])/g, (_, word: string) => `: ${words[word]}`)
      .replace(/(?<=[,{}[\]\s])\/\/[^"\n]*$/gm, "");
    return parse(plain, { maxAliasCount: 0, logLevel: "error" });
  } catch {
    // Neither: the next candidate may be.
    return undefined;
  }
}

const words: Record<string, string> = { True: "true", False: "false", None: "null" };

/** A list of one object is the object; a list is the only list of its form. */
function asFields(value: unknown, properties: Fields): Fields | undefined {
  if (isFields(value)) return value;
  if (!Array.isArray(value)) return undefined;
  const lists = Object.entries(properties).filter(
    ([, property]) => isFields(property) && isFields(property.items),
  );
  const [list] = lists;
  if (list && Object.keys(properties).length === 1) return { [list[0]]: value };
  return objectOf(value);
}

/** The object that a value stands for: a list of one, a list of names with their values, or JSON in a text. */
function objectOf(value: unknown): Fields | undefined {
  if (isFields(value)) return value;
  if (typeof value === "string") {
    const inner = /^\s*\{/.test(value) ? parsed(value) : undefined;
    return isFields(inner) ? inner : undefined;
  }
  const all: unknown[] = Array.isArray(value) ? value : [];
  const list = all.filter(isFields);
  if (list.length < all.length) return undefined;
  const named = list.flatMap((each): [string, unknown][] => {
    const name = each.name ?? each.field ?? each.key;
    return typeof name === "string" && Object.hasOwn(each, "value") ? [[name, each.value]] : [];
  });
  if (named.length > 0 && named.length === list.length) return Object.fromEntries(named);
  return list.length === 1 ? list[0] : undefined;
}

/** `{"output": {…}}`: the inner object when it has more of what was asked for. */
function unwrapped(value: Fields, fits: (value: Fields) => number): Fields {
  let current = value;
  for (let level = 0; level < maxWrappers; level += 1) {
    const inner = Object.values(current).flatMap((each): Fields[] => {
      const object = objectOf(each);
      return object ? [object] : [];
    });
    const best = inner.toSorted((a, b) => fits(b) - fits(a))[0];
    const isWrapper = fits(current) === 0 && best !== undefined;
    if (!isWrapper) return current;
    const deeper = fits(best) > 0 || Object.keys(current).length === 1;
    if (!deeper) return current;
    current = best;
  }
  return fits(current) > 0 ? current : value;
}
