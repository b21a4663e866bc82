import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

export type { Browser };

/** Folder of the screenshots. People look at them and CI stores them. No test compares them. */
const artifacts = join(import.meta.dirname, "../artifacts");

export const viewports = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;

/** Maximum wait for anything on a page, in milliseconds. */
export const defaultTimeoutMs = 60_000;

/** A host name for which the browser asks no name server. It leads to this machine. */
export const foreignHost = "headwater.example";

/** Debian's chromium, or the one `CHROMIUM_PATH` names. */
export const launchBrowser = (further: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      `--host-resolver-rules=MAP ${foreignHost} 127.0.0.1`,
      ...further,
    ],
  });

export type VisitOptions = { narrow?: boolean; dark?: boolean };

export type Visit = {
  context: BrowserContext;
  page: Page;
  /** Errors of the browser: on the console, and uncaught. */
  complaints: string[];
  /** Addresses of other hosts that the pages requested. */
  strangers: string[];
};

/** A new browser context without storage. */
export async function visit(browser: Browser, address: string, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: options.narrow ? viewports.narrow : viewports.wide,
    hasTouch: options.narrow ?? false,
    isMobile: options.narrow ?? false,
    colorScheme: options.dark ? "dark" : "light",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(defaultTimeoutMs);
  const complaints: string[] = [];
  const strangers: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== address) strangers.push(request.url());
  });
  return { context, page: await context.newPage(), complaints, strangers };
}

export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
}

/** Waits until React has hydrated the page. An earlier click would have no effect. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll("button, input, select, textarea")];
    return controls.every((each) => Object.keys(each).some((key) => key.startsWith("__reactProps$")));
  });
}

/** Waits until a click has had its effect: for two frames, then for the answer to a request of its own. */
export async function untilHandled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await fetch(location.href, { method: "HEAD" });
  });
}

/** Saves a screenshot of the whole page. */
export const picture = (page: Page, name: string): Promise<void> => save(page, name, true);

/** Saves a screenshot of what is in the window. */
export const windowPicture = (page: Page, name: string): Promise<void> => save(page, name, false);

async function save(page: Page, name: string, fullPage: boolean): Promise<void> {
  mkdirSync(artifacts, { recursive: true });
  await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage });
}
