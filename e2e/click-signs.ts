/**
 * Milliseconds from a click to the first change on the page, for each kind of button and link in each room, on a slow
 * line (400 ms there and back, 50 kB/s).
 *
 *     node e2e/click-signs.ts [part of a room's name]
 *
 * Left out is what opens a window of the system (a file chooser, a download), and what deletes for good. It needs Chromium and a built workbench.
 */
import type { BrowserContext, Page } from "playwright-core";
import type { Visit } from "./support/browser.ts";
import { filledFlow } from "./support/flows/filled-flow.ts";
import { openFlowStage } from "./support/flows/flow-stage.ts";
import { percentile } from "./support/frames.ts";
import { flowRooms } from "./support/rooms/flow-rooms.ts";
import { fillLibrary, libraryRooms } from "./support/rooms/library-rooms.ts";
import type { Opening } from "./support/rooms/pictured-rooms.ts";
import { openStage } from "./support/stage.ts";
import { endWorker } from "./support/worker.ts";

const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** A click after which nothing changed for so long has no sign. */
const giveUpMs = 3_000;
const aimMs = 100;
const wanted = process.argv[2] ?? "";

type Sign = { room: string; control: string; ms: number };

const signs: Sign[] = [];
const seen = new Set<string>();
{
  const stage = await openStage({ backend: "next" });
  try {
    await fillLibrary(stage);
    await measureRooms(await stage.visit(), libraryRooms);
  } finally {
    await stage.close();
  }
}
{
  const stage = await openFlowStage("next");
  try {
    const fill = () => stage.service.flows.set("support", filledFlow());
    fill();
    await measureRooms(await stage.visit(), flowRooms, fill);
  } finally {
    await stage.close();
  }
}
await endWorker();
const times = signs.map(({ ms }) => ms);
const late = signs.filter(({ ms }) => ms > aimMs);
console.log(
  `\n${signs.length} clicks: median ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, ` +
    `max ${Math.max(...times).toFixed(0)} ms; ${late.length} later than ${aimMs} ms`,
);
for (const { room, control, ms } of late) console.log(`late\t${room}\t${control}\t${ms.toFixed(0)}`);

async function measureRooms(
  { page, context }: Visit,
  rooms: Record<string, Opening>,
  refill = () => {},
): Promise<void> {
  await slowDown(context, page);
  context.setDefaultTimeout(60_000);
  page.on("filechooser", () => {});
  page.on("dialog", (dialog) => void dialog.accept());
  for (const [room, open] of Object.entries(rooms).filter(([name]) => name.includes(wanted))) {
    await open(page);
    for (const control of await controlsOf(page)) {
      if (seen.has(control)) continue;
      seen.add(control);
      try {
        const ms = await signAfterClick(page, control);
        if (ms === undefined) continue;
        signs.push({ room, control, ms });
        console.log([room, control, ms.toFixed(0)].join("\t"));
      } catch (error) {
        console.log([room, control, String(error).split("\n")[0]].join("\t"));
      }
      refill();
      await open(page);
    }
  }
}

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowLine);
}

/** The kinds of buttons and links on the page that can be pressed: their words, without numbers. */
function controlsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const usable = [...document.querySelectorAll<HTMLElement>("a[href], button, label:has(input)")].filter(
      (each) =>
        each.checkVisibility({ visibilityProperty: true }) &&
        !each.matches(
          ":disabled, [aria-disabled=true], [aria-current=page], [aria-selected=true], [download], :has(:checked), .skip",
        ),
    );
    const wordsOf = (each: HTMLElement) =>
      `${each.tagName.toLowerCase()} ${(each.getAttribute("aria-label") ?? each.textContent).replaceAll(/\s+/g, " ").trim()}`;
    const kinds = new Map<string, string>();
    for (const each of usable) {
      const words = wordsOf(each);
      // One of each kind: rows of a table and pages of a document differ in names and numbers only.
      const kind = `${each.tagName} ${each.className} ${each.closest("li, tr, article, .turn, nav")?.className} ${each.closest(".acts, .doings, .bar, .foot, nav, .tabs, form") ? words.replaceAll(/\d+/g, "") : ""}`;
      if (!kinds.has(kind) && !/Choose (a )?files?$|for good$|^button (Download|Save as a file)/.test(words))
        kinds.set(kind, words);
    }
    return [...kinds.values()];
  });
}

/** Milliseconds from the click to the frame that shows the first change; `undefined` if it is not there any more. */
async function signAfterClick(page: Page, control: string): Promise<number | undefined> {
  const [tag = "", ...words] = control.split(" ");
  const handle = await page.evaluateHandle(
    ([tag, words]) =>
      [...document.querySelectorAll<HTMLElement>(tag)].find(
        (each) =>
          each.checkVisibility({ visibilityProperty: true }) &&
          (each.getAttribute("aria-label") ?? each.textContent).replaceAll(/\s+/g, " ").trim() === words,
      ),
    [tag, words.join(" ")] as const,
  );
  const element = handle.asElement();
  if (!element) return undefined;
  await element.scrollIntoViewIfNeeded();
  await element.hover();
  await page.waitForTimeout(300);
  await page.evaluate((giveUpMs) => {
    const sign = new Promise<number>((resolve) => {
      addEventListener(
        // Some answer the press already.
        "pointerdown",
        () => {
          const clicked = performance.now();
          const told = () => requestAnimationFrame(() => resolve(performance.now() - clicked));
          const observer = new MutationObserver((changes) => {
            if (changes.some(({ target }) => !(target as Element).closest?.(".off, next-route-announcer")))
              told();
          });
          observer.observe(document.body, {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true,
          });
          addEventListener("scroll", told, { capture: true });
          addEventListener("input", told, { capture: true });
          // A button without a question leads to the field: the pressed button itself had the focus before the click.
          addEventListener("click", () => addEventListener("focusin", told, { capture: true }), {
            capture: true,
            once: true,
          });
          setTimeout(() => resolve(giveUpMs), giveUpMs);
        },
        { capture: true, once: true },
      );
    });
    Object.assign(globalThis, { sign });
  }, giveUpMs);
  await element.click();
  return page.evaluate(() => (globalThis as unknown as { sign: Promise<number> }).sign);
}
