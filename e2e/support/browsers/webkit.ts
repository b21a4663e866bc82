import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Builder, By, Capabilities, Key, Origin, type WebDriver } from "selenium-webdriver";
import { opened } from "../opened.ts";
import { startDisplay } from "./display.ts";
import type { BrowserDriver } from "./driver.ts";

/** The toolbar of the browser would keep its window wider than a phone. */
const smallToolbar = "button, entry { min-width: 0; padding: 0; margin: 0; font-size: 6px }";

/** Pictures show what has come to rest. */
const reducedMotion = "[Settings]\ngtk-enable-animations=0\n";

/** Debian's WebKitGTK, through its own WebDriver. */
export const launchWebKit = (): Promise<BrowserDriver> =>
  opened(async (closing) => {
    const display = await startDisplay();
    closing.push(() => display.stop());
    const home = await mkdtemp(join(tmpdir(), "headwater-webkit-"));
    closing.push(() => rm(home, { recursive: true, force: true }));
    await mkdir(join(home, "gtk-3.0"));
    await writeFile(join(home, "gtk-3.0/gtk.css"), smallToolbar);
    await writeFile(join(home, "gtk-3.0/settings.ini"), reducedMotion);
    const port = await freePort();
    const child = spawn("WebKitWebDriver", [`--port=${port}`, "--host=local"], {
      env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, DISPLAY: display.name },
      stdio: "ignore",
    });
    const exited = once(child, "exit");
    closing.push(async () => {
      child.kill();
      await exited;
    });
    await untilListening(port);
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .disableEnvironmentOverrides()
      .withCapabilities(new Capabilities({ browserName: "MiniBrowser" }))
      .build();
    closing.push(() => driver.quit());
    return { ...driverOf(driver), version: await versionOf(driver) };
  });

const versionOf = async (driver: WebDriver): Promise<string> =>
  `WebKitGTK ${(await driver.getCapabilities()).getBrowserVersion()}`;

function driverOf(driver: WebDriver): Omit<BrowserDriver, "version" | "close"> {
  const moved = (x: number, y: number) =>
    driver.actions().move({ x, y, origin: Origin.VIEWPORT, duration: 0 });
  return {
    open: (address) => driver.get(address),
    run: (script, ...args) => driver.executeScript(`const args = [...arguments]; ${script}`, ...args),
    point: (x, y) => moved(x, y).perform(),
    click: (x, y) => moved(x, y).click().perform(),
    type: (text) => driver.switchTo().activeElement().sendKeys(text),
    press: (key) => driver.switchTo().activeElement().sendKeys(keys[key]),
    chooseFiles: (selector, paths) =>
      driver.findElement(By.css(`input[type=file]${selector}`)).sendKeys(paths.join("\n")),
    async resize(width, height) {
      const window = driver.manage().window();
      const lost = (await driver.executeScript("return outerHeight - innerHeight")) as number;
      await window.setRect({ x: 0, y: 0, width, height: height + lost });
    },
    picture: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
  };
}

const keys = { Enter: Key.ENTER, Escape: Key.ESCAPE, Delete: Key.DELETE };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** The driver does not say when it listens. */
async function untilListening(port: number): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return;
    } catch (error) {
      if (Date.now() > end) throw new Error("WebKitWebDriver did not start.", { cause: error });
      await setTimeout(50);
    } finally {
      socket.destroy();
    }
  }
}
