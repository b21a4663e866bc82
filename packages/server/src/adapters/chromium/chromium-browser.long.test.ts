import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findSandbox, nestsNamespaces, type Sandbox } from "@headwater/reader";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { type SitePage, startWebSite, type WebSite } from "../../../testing/web-site.ts";
import type { PageBrowser } from "../../ports/page-browser.ts";
import { parseAllowedAddresses } from "../network/allowed-addresses.ts";
import { type CheckedAddresses, createCheckedAddresses } from "../network/checked-addresses.ts";
import { startFilteringProxy } from "../network/filtering-proxy.ts";
import { findProgram } from "../processes/find-program.ts";
import { createStartProgram } from "../processes/start-program.ts";
import { createChromiumBrowser, defaultRenderLimits } from "./chromium-browser.ts";

needs("chromium")("pages in Chromium", () => {
  const pages: Record<string, SitePage> = {};
  const never = new AbortController().signal;
  let folder: string;
  let profiles: string;
  let sandbox: Sandbox;
  let ownSandbox: boolean;
  let command: string;
  let site: WebSite;
  let trap: WebSite;
  let udpTrap: UdpSocket;
  let datagrams = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-chromium-"));
    profiles = await mkdtemp(join(tmpdir(), "headwater-profiles-"));
    await chmod(profiles, 0o711);
    sandbox = await findSandbox({ hidden: [folder] });
    ownSandbox = process.getuid?.() !== 0 || (sandbox.user !== null && (await nestsNamespaces(sandbox)));
    command = (await findProgram("chromium")) ?? "";
    site = await startWebSite(pages);
    trap = await startWebSite({ "/": "<p>secret</p>", "/a.js": "document.title = 'secret'" });
    udpTrap = createSocket("udp4").on("message", () => {
      datagrams += 1;
    });
    udpTrap.bind(0, "127.0.0.1");
    await once(udpTrap, "listening");
  });
  afterAll(async () => {
    await site.close();
    await trap.close();
    udpTrap.close();
    for (const made of [folder, profiles]) await rm(made, { recursive: true, force: true });
  });

  const addressesOf: CheckedAddresses = (url, signal) =>
    createCheckedAddresses({
      // By two names: one that may be fetched, and one that means this machine too and may not.
      allowed: parseAllowedAddresses(`${site.place},shop.example:${site.port}`),
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    })(url, signal);
  const open = (limits: Partial<typeof defaultRenderLimits> = {}): PageBrowser =>
    createChromiumBrowser({
      startProgram: createStartProgram(sandbox),
      startProxy: (maxBytes) => startFilteringProxy(addressesOf, maxBytes),
      command,
      owner: sandbox.user,
      ownSandbox,
      lanes: 2,
      parent: profiles,
      userAgent: "Headwater/test",
      limits: { ...defaultRenderLimits, ...limits },
    });

  it("answers the document as its scripts have left it, and leaves no profile behind", async () => {
    pages["/app"] = `<title>App</title><div id="root">Loading</div><script>
      fetch("/data.json").then((answer) => answer.json()).then(({ words }) => {
        document.querySelector("#root").innerHTML = "<h1>Pumps</h1><p>" + words + "</p>";
      });</script>`;
    pages["/data.json"] = {
      headers: { "content-type": "application/json" },
      body: '{"words":"Priming a pump."}',
    };
    pages["/moved"] = { status: 302, headers: { location: "/app" } };
    const page = await open().render(`http://shop.example:${site.port}/moved`, never);
    expect(page.url).toBe(`http://shop.example:${site.port}/app`);
    expect(page.html).toContain("<h1>Pumps</h1><p>Priming a pump.</p>");
    expect(site.requests.at(-1)?.headers["user-agent"]).toBe("Headwater/test");
    expect(await readdir(profiles)).toEqual([]);
  });

  it("reaches nothing that may not be fetched, whatever a page tries", async () => {
    const secret = join(folder, "secret.txt");
    await writeFile(secret, "secret of this machine");
    const file = pathToFileURL(secret).href;
    const udp = udpTrap.address().port;
    const local = `127.0.0.1:${trap.port}`;
    pages["/away"] = { status: 302, headers: { location: `http://${local}/` } };
    pages["/worker.js"] = {
      headers: { "content-type": "text/javascript" },
      body: `fetch("http://${local}/").catch(() => {});`,
    };
    pages["/hostile"] =
      `<link rel="dns-prefetch" href="//${local}"><link rel="preconnect" href="http://${local}">
      <link rel="prefetch" href="http://${local}/"><link rel="stylesheet" href="http://${local}/a.css">
      <script src="http://${local}/a.js"></script><img src="http://${local}/a.png"><iframe src="http://${local}/"></iframe>
      <iframe src="/away"></iframe><iframe src="${file}"></iframe><video src="http://${local}/a.mp4"></video>
      <iframe src="http://rebound.example:${trap.port}/"></iframe><iframe src="http://2130706433:${trap.port}/"></iframe>
      <iframe src="http://localhost:${trap.port}/"></iframe><iframe src="http://[::ffff:127.0.0.1]:${trap.port}/"></iframe>
      <p id="done">waiting</p><script>
      const quietly = (attempt) => { try { const made = attempt(); made?.catch?.(() => {}); } catch {} };
      quietly(() => fetch("http://${local}/", { mode: "no-cors" }));
      quietly(() => fetch("https://${local}/", { mode: "no-cors" }));
      quietly(() => fetch("/away"));
      quietly(() => fetch("${file}").then((answer) => answer.text()).then((text) => document.body.append(text)));
      quietly(() => new WebSocket("ws://${local}/"));
      quietly(() => new WebSocket("wss://${local}/"));
      quietly(() => new EventSource("http://${local}/"));
      quietly(() => new Worker("/worker.js"));
      quietly(() => navigator.sendBeacon("http://${local}/", "data"));
      quietly(() => navigator.serviceWorker.register("/worker.js"));
      quietly(() => window.open("http://${local}/"));
      quietly(() => new WebTransport("https://${local}/"));
      quietly(() => {
        const peer = new RTCPeerConnection({ iceServers: [
          { urls: "stun:127.0.0.1:${udp}" }, { urls: "stun:localhost:${udp}" },
          { urls: "turn:${local}?transport=tcp", username: "a", credential: "b" } ] });
        peer.createDataChannel("data");
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      });
      quietly(() => {
        const [here, there] = [new RTCPeerConnection(), new RTCPeerConnection()];
        here.createDataChannel("data");
        here.createOffer().then(async (offer) => {
          await here.setLocalDescription(offer);
          await there.setRemoteDescription(offer);
          const answer = await there.createAnswer();
          await there.setLocalDescription(answer);
          await here.setRemoteDescription({ type: "answer", sdp: answer.sdp });
          await here.addIceCandidate({ candidate: "candidate:1 1 udp 2113937151 127.0.0.1 ${udp} typ host", sdpMid: "0", sdpMLineIndex: 0 });
        });
      });
      quietly(() => { const link = document.createElement("a"); link.href = "/file.zip"; link.download = "file.zip"; document.body.append(link); link.click(); });
      setTimeout(() => { document.querySelector("#done").textContent = "tried"; }, 1500);
      </script>`;
    pages["/file.zip"] = { headers: { "content-disposition": "attachment" }, body: "PK" };
    const page = await open().render(`${site.origin}/hostile`, never);
    expect(page.html).toContain("tried");
    expect(page.html).not.toContain("secret of this machine");
    expect([trap.connections(), datagrams]).toEqual([0, 0]);
  });

  it("renders a page beside one that is never done", async () => {
    const reached = Promise.withResolvers<void>();
    pages["/never"] = () => reached.resolve();
    pages["/short"] = "<p>Short</p>";
    const browser = open();
    const leaving = new AbortController();
    const endless = browser.render(`${site.origin}/never`, leaving.signal);
    await reached.promise;
    expect((await browser.render(`${site.origin}/short`, never)).html).toContain("Short");
    leaving.abort(new Error("left"));
    await expect(endless).rejects.toThrow("left");
  });

  it("does not follow a page that leads elsewhere by itself", async () => {
    pages["/leads"] = `<p>Bye</p><script>location.href = "http://127.0.0.1:${trap.port}/"</script>`;
    const led = await open({ loadMs: 3_000, quietMs: 1_500 })
      .render(`${site.origin}/leads`, never)
      .then(
        ({ html }) => html,
        (error: Error) => error.message,
      );
    expect(led).not.toContain("secret");
    await expect(open().render(`http://127.0.0.1:${trap.port}/`, never)).rejects.toThrow();
    await expect(open().render(`https://rebound.example:${trap.port}/`, never)).rejects.toThrow(
      "ERR_TUNNEL_CONNECTION_FAILED",
    );
    expect(trap.connections()).toBe(0);
  });

  it("takes a page that is never done as it is, and gives up one that is too large", async () => {
    pages["/endless"] = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write("<p>The beginning</p>");
    };
    const page = await open({ loadMs: 2_000, quietMs: 200 }).render(`${site.origin}/endless`, never);
    expect(page.html).toContain("The beginning");
    pages["/bomb"] =
      `<p id="p"></p><script>document.querySelector("#p").textContent = "x".repeat(5e6)</script>`;
    const small = open({ pageBytes: 1_000_000, quietMs: 500 });
    await expect(small.render(`${site.origin}/bomb`, never)).rejects.toThrow("the page is too large");
    expect(await readdir(profiles)).toEqual([]);
  });

  it("ends with its time or when it is called off, whatever the page does", async () => {
    pages["/loop"] = "<p>Loop</p><script>for (;;);</script>";
    await expect(open({ timeMs: 3_000 }).render(`${site.origin}/loop`, never)).rejects.toThrow(
      "it took longer than 3 seconds",
    );
    const asked = new AbortController();
    pages["/wait"] = () => asked.abort(new Error("deleted"));
    await expect(open().render(`${site.origin}/wait`, asked.signal)).rejects.toThrow("deleted");
    expect(await readdir(profiles)).toEqual([]);
  });
});
