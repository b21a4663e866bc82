import puppeteer from "puppeteer-core";
import type { BrowserDriver } from "./driver.ts";

/** Debian's Firefox, through WebDriver BiDi. */
export async function launchFirefox(): Promise<BrowserDriver> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    // Pictures show what has come to rest.
    extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
  });
  const page = await browser.newPage();
  return {
    version: await browser.version(),
    open: async (address) => void (await page.goto(address)),
    // As text, because the policy of the workbench forbids `new Function`.
    run: (script, ...args) =>
      page.evaluate(`((...args) => {${script}})(...${JSON.stringify(args)})`) as Promise<never>,
    point: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async chooseFiles(selector, paths) {
      const field = await page.$(`input[type=file]${selector}`);
      await field?.uploadFile(...paths);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}
