import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { defaultTimeoutMs } from "../browser.ts";
import type { BrowserDriver } from "./driver.ts";

const queries = readFileSync(
  createRequire(import.meta.url).resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js"),
  "utf8",
);

/** What a user looks for: a role with its name, a label, or words. Names between slashes are regular expressions. */
export type Sought = { role: string; name?: string } | { label: string } | { text: string } | { css: string };

type Place = { x: number; y: number; covered: boolean };

/** Finds the visible elements that are sought, and keeps them on the window. */
const find = `
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = window.TestingLibraryDom;
  const [sought, within] = args;
  const read = (text) => {
    const [, body, flags] = /^\\/(.*)\\/(i?)$/.exec(text) ?? [];
    return body === undefined ? text : new RegExp(body, flags);
  };
  const root = within ? document.querySelector(within) : document.body;
  const all = !root ? []
    : sought.role ? queryAllByRole(root, sought.role, sought.name && { name: read(sought.name) })
    : sought.label ? queryAllByLabelText(root, read(sought.label))
    : sought.text ? queryAllByText(root, read(sought.text))
    : [...root.querySelectorAll(sought.css)];
  const found = all.filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
`;

const place = `${find}
  const [first] = found;
  if (!first) return null;
  const isInView = ({ top, bottom, left, right }) =>
    top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
  if (!isInView(first.getBoundingClientRect()))
    first.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const { x, y, width, height } = [...first.getClientRects()][0];
  const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const hit = document.elementFromPoint(at.x, at.y);
  return { ...at, covered: !(hit && (first.contains(hit) || hit.closest("label")?.control === first)) };
`;

export type Walker = ReturnType<typeof walkWith>;

/** Goes through pages of a browser as a user does: finds things by role and name, and waits until they are there. */
export function walkWith(driver: BrowserDriver, address: string) {
  const run = async <Value>(script: string, ...args: unknown[]): Promise<Value> => {
    if (!(await driver.run<boolean>("return Boolean(window.TestingLibraryDom)")))
      await driver.run(`(function () {${queries}}).call(window)`);
    return driver.run<Value>(script, ...args);
  };
  const until = async <Value>(what: string, read: () => Promise<Value | null | false>): Promise<Value> => {
    const end = Date.now() + defaultTimeoutMs;
    for (;;) {
      const value = await read();
      if (value !== null && value !== false) return value as Value;
      if (Date.now() > end) throw new Error(`Not after ${defaultTimeoutMs / 1_000} s: ${what}`);
      await setTimeout(50);
    }
  };
  /** Where it can be clicked, once it has stood there for two looks. */
  const placeOf = (sought: Sought, within?: string) => {
    let last: Place | null = null;
    return until(`can be clicked: ${JSON.stringify(sought)}`, async () => {
      const at = await run<Place | null>(place, sought, within ?? null);
      const stands = at && at.x === last?.x && at.y === last.y;
      last = at;
      return stands && !at.covered && at;
    });
  };
  return {
    run,
    until,
    async open(path: string): Promise<void> {
      await driver.open(new URL(path, address).href);
      await until("React has taken over the page", () =>
        run<boolean>(`return [...document.querySelectorAll("button, input, select, textarea")].every(
          (each) => Object.keys(each).some((key) => key.startsWith("__reactProps$")))`),
      );
    },
    /** Waits until it is seen, and gives its text. */
    sees: (sought: Sought, within?: string): Promise<string> =>
      until(`is seen: ${JSON.stringify(sought)}`, () =>
        run<string | null>(`${find} return found[0]?.textContent ?? null`, sought, within ?? null),
      ),
    /** How many are seen now. */
    count: (sought: Sought, within?: string): Promise<number> =>
      run(`${find} return found.length`, sought, within ?? null),
    async click(sought: Sought, within?: string): Promise<void> {
      const { x, y } = await placeOf(sought, within);
      await driver.click(x, y);
    },
    async pointAt(sought: Sought, within?: string): Promise<void> {
      const { x, y } = await placeOf(sought, within);
      await driver.point(x, y);
    },
    /** Replaces the text of a field. */
    async fill(sought: Sought, text: string, within?: string): Promise<void> {
      await until(`takes the focus: ${JSON.stringify(sought)}`, async () => {
        const { x, y } = await placeOf(sought, within);
        await driver.click(x, y);
        return run<boolean>(
          `${find}
          if (document.activeElement !== found[0]) return false;
          found[0].select();
          return true;`,
          sought,
          within ?? null,
        );
      });
      if (text === "") await driver.press("Delete");
      else await driver.type(text);
    },
    /** Chooses from a list, as no driver opens the list of the system. */
    choose: (sought: Sought, option: string): Promise<unknown> =>
      until(`has the option ${option}`, () =>
        run<boolean>(
          `${find}
          const [list] = found;
          const chosen = [...(list?.options ?? [])].find(({ label }) => label === args[2]);
          if (!chosen) return false;
          list.value = chosen.value;
          list.dispatchEvent(new Event("input", { bubbles: true }));
          list.dispatchEvent(new Event("change", { bubbles: true }));
          return true;`,
          sought,
          null,
          option,
        ),
      ),
  };
}
