import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../scripts/testing/needs.ts";
import { foreignHost, openPage, untilHandled } from "../support/browser.ts";
import { chooseFiles } from "../support/choose-files.ts";
import { report, sampleName } from "../support/documents.ts";
import { openStage, type Stage } from "../support/stage.ts";
import type { Backend } from "../support/workbench.ts";

const hostilePage = `<!doctype html><title>Minutes</title><h1>Minutes of the meeting</h1>
<p onclick="document.title='pressed'">The chair opened the meeting.</p>
<script>document.title = "run"; localStorage.setItem("run", "1")</script>
<img src="https://tracker.example/pixel.png" onerror="document.title='error'" alt="A pixel">
<table><tr><th>Item</th><th>Vote</th></tr><tr><td><a href="javascript:document.title='link'">Budget</a></td>
<td><svg onload="document.title='svg'"></svg>yes</td></tr></table>
<iframe src="https://tracker.example/"></iframe><form action="https://tracker.example/"><input name="q"></form>
<p>The chair closed the meeting.</p>`;

export const browserSecurity = (backend: Backend, themes: ("light" | "dark")[]) =>
  needs("chromium")(`what a browser can learn and do, by ${backend}`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage({ backend });
      await stage.service.ingestAndWait(report.name, report.buffer);
    });
    afterAll(() => stage?.close());

    /** Sends a request that no browser would send. */
    const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
      const content = body === undefined ? undefined : JSON.stringify(body);
      const about = content && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(content),
      };
      const sent = request(new URL(path, stage.address), { method, headers: { ...about, ...headers } });
      sent.end(content);
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      return { status: response.statusCode, headers: response.headers, body: await text(response) };
    };

    it("has an icon where browsers look for one by themselves", async () => {
      const { status, headers } = await send("GET", "/favicon.ico", {});
      expect([status, headers["content-type"]]).toEqual([200, "image/x-icon"]);
    });

    it("reveals no token in pages, scripts, answers, headers, cookies or storage", async () => {
      const { page, context } = await stage.visit();
      const said: Promise<string>[] = [];
      context.on("response", (response) => {
        said.push(
          response.text().then(
            (body) => `${response.url()} ${JSON.stringify(response.headers())} ${body}`,
            () => "",
          ),
        );
      });
      await openPage(page, "/sources");
      await page.getByRole("link", { name: report.name }).click();
      await page.getByRole("img", { name: `Page 1 of ${report.name}` }).waitFor();
      await openPage(page, "/ask");
      await page.getByRole("textbox", { name: "Your question" }).fill("What does the Kestrel survey say?");
      await page.getByRole("textbox", { name: "Your question" }).press("Control+Enter");
      await page.getByText(/\d citations?,/).waitFor();
      await openPage(page, "/search?q=Kestrel");
      await openPage(page, "/extract");
      await page.getByRole("button", { name: /^Extract from/ }).waitFor();
      const kept = JSON.stringify(await context.storageState());
      const session = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
      const all = [...(await Promise.all(said)), kept, session, await page.content()];
      expect(all.length).toBeGreaterThan(30);
      for (const token of [stage.token, stage.service.token])
        expect(all.filter((each) => each.includes(token))).toEqual([]);
      expect(await context.cookies()).toEqual([]);
    });

    it("refuses requests for a foreign host name (DNS rebinding)", async () => {
      for (const host of [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
      ]) {
        const { status, body } = await send("GET", "/api/documents", { host });
        expect(status, host).toBe(403);
        expect(body).not.toContain(report.name);
      }
      expect((await send("GET", "/api/documents", { host: new URL(stage.address).host })).status).toBe(200);
    });

    it.each<[string, string, unknown]>([
      ["POST", "/api/documents/ask-sources", { question: "What does the Kestrel survey say?" }],
      ["POST", "/api/documents/ingest-url", { url: "https://evil.example/" }],
      ["DELETE", "/api/documents/delete", { file_id: "00000000-0000-7000-8000-000000000000" }],
    ])("refuses %s %s from another origin", async (method, path, body) => {
      for (const origin of ["https://evil.example", "null", `${stage.address}.evil.example`]) {
        const answer = await send(method, path, { origin }, body);
        expect(answer.status, origin).toBe(403);
        expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
        expect(JSON.parse(answer.body).detail).toMatch(/\S/);
      }
    });

    it("cannot be read or written by a page of another origin", async () => {
      const { page, context } = await stage.visit();
      // The same machine at another of its names is another origin.
      await openPage(page, stage.address.replace("127.0.0.1", "localhost"));
      const tried = await page.evaluate(async (address) => {
        const outcomes: string[] = [];
        const attempt = (init: RequestInit) =>
          fetch(`${address}/api/documents`, init).then(
            () => outcomes.push("read"),
            () => outcomes.push("refused"),
          );
        await attempt({});
        await attempt({ credentials: "include" });
        return outcomes;
      }, stage.address);
      expect(tried).toEqual(["refused", "refused"]);
      await context.close();
    });

    it("serves its pages with an effective content security policy", async () => {
      const { headers } = await send("GET", "/sources", {});
      const policy = String(headers["content-security-policy"]);
      expect(policy).not.toContain("unsafe-inline");
      expect(policy).not.toContain("unsafe-eval");
      const next = await send("GET", "/sources", {});
      expect(next.headers["content-security-policy"], "each page has a nonce of its own").not.toBe(policy);
      for (const rule of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]) {
        expect(policy).toContain(rule);
      }
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-powered-by"]).toBeUndefined();

      const { page } = await stage.visit();
      await openPage(page, "/sources");
      await page.getByText("Service ready").waitFor();
      const broken = await page.evaluate(async () => {
        const directives: string[] = [];
        document.addEventListener("securitypolicyviolation", (event) =>
          directives.push(event.effectiveDirective),
        );
        await fetch("https://tracker.example/").catch(() => {});
        const loaded = (element: HTMLElement) =>
          new Promise((resolve) => {
            element.onload = element.onerror = resolve;
            document.body.append(element);
          });
        await loaded(Object.assign(new Image(), { src: "https://tracker.example/pixel.png" }));
        await loaded(
          Object.assign(document.createElement("script"), { src: "https://tracker.example/script.js" }),
        );
        document.body.append(
          Object.assign(document.createElement("script"), { textContent: "document.title = 'run'" }),
        );
        document.body.insertAdjacentHTML(
          "beforeend",
          `<i style="color: red" onclick="document.title = 'run'">`,
        );
        (document.body.lastElementChild as HTMLElement).click();
        await new Promise((resolve) => setTimeout(resolve));
        return directives;
      });
      expect(broken).toEqual([
        ...["connect-src", "img-src", "script-src-elem", "script-src-elem"],
        ...["style-src-attr", "script-src-attr"],
      ]);
      expect(await page.title()).not.toBe("run");
    });

    it.each(themes)("breaks no rule of it by its own pages, in the %s theme", async (theme) => {
      const { page, complaints } = await stage.visit({ dark: theme === "dark" });
      for (const path of ["/", "/sources/add", "/ask", "/search", "/extract", "/flows", "/nowhere"]) {
        await openPage(page, path);
        await untilHandled(page);
      }
      const missing = (complaint: string) => complaint.includes("404") && complaint.includes("/nowhere");
      expect(complaints.filter((complaint) => !missing(complaint))).toEqual([]);
    });

    it("works on plain HTTP under a name of the local network", async () => {
      const { page, complaints } = await stage.visit();
      await openPage(page, stage.address.replace("127.0.0.1", foreignHost));
      const missing = await page.evaluate(() => [
        ...[isSecureContext, "randomUUID" in crypto, "clipboard" in navigator],
      ]);
      expect(missing).toEqual([false, false, false]);
      await chooseFiles(page, {
        name: "virus.exe",
        mimeType: "application/octet-stream",
        buffer: Buffer.from("x"),
      });
      await page.getByText("virus.exe").first().waitFor();
      expect(complaints).toEqual([]);
    });

    it("shows the markup of a hostile document without running it", async () => {
      const { file_id: fileId } = await stage.service.ingestAndWait("minutes.html", hostilePage);
      const { page, strangers, complaints } = await stage.visit();
      let dialogs = 0;
      page.on("dialog", (dialog) => {
        dialogs += 1;
        void dialog.dismiss();
      });
      await openPage(page, `/sources/${fileId}`);
      await page.getByText("The chair opened the meeting.").waitFor();
      for (const view of ["Markdown", "HTML", "Text"]) {
        await page.getByRole("tab", { name: view, exact: true }).click();
        await page.getByText("The chair opened the meeting.").click();
        await page.getByText("Budget").first().click();
      }
      expect(await page.title()).toBe("minutes.html · Headwater");
      expect(await page.evaluate(() => localStorage.getItem("run"))).toBeNull();
      const active = page
        .getByRole("main")
        .locator("script, iframe, form, svg, [onclick], [onerror], [href^='javascript:']");
      expect(await active.count()).toBe(0);
      expect([dialogs, strangers, complaints]).toEqual([0, [], []]);
    });

    it("serves the sample with its content type, and no other files", async () => {
      const answer = await send("GET", `/${sampleName}`, {});
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect((await send("GET", "/api/documents/../../../package.json", {})).status).not.toBe(200);
      expect((await send("GET", "/.env", {})).status).toBe(404);
    });
  });
