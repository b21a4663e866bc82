import { RenderError, type RenderedPage } from "../../ports/page-browser.ts";
import type { DevTools } from "./devtools.ts";

export type LoadLimits = {
  /** Until the page has loaded, in ms; then it is taken as it is. */
  loadMs: number;
  /** After that, until its scripts have asked for nothing for half a second, in ms. */
  quietMs: number;
};

/** Opens an address in a tab of its own and answers the document as its scripts have left it. */
export async function loadPage(
  devTools: DevTools,
  url: string,
  limits: LoadLimits,
  signal: AbortSignal,
): Promise<RenderedPage> {
  const { targetId } = await devTools.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await devTools.send("Target.attachToTarget", { targetId, flatten: true });
  const send = (method: string, params: object = {}) => devTools.send(method, params, sessionId as string);
  await devTools.send("Browser.setDownloadBehavior", { behavior: "deny" });
  await send("Network.enable");
  await send("Page.enable");
  await send("Page.setLifecycleEventsEnabled", { enabled: true });

  const loaded = Promise.withResolvers<void>();
  const quiet = Promise.withResolvers<void>();
  let answered: { url: string; status: number } | null = null;
  const { frameTree } = await send("Page.getFrameTree");
  const frameId = (frameTree as { frame: { id: string } }).frame.id;
  devTools.onEvent((method, params) => {
    if (params.frameId !== frameId) return;
    if (method === "Network.responseReceived" && params.type === "Document")
      answered = params.response as { url: string; status: number };
    if (method !== "Page.lifecycleEvent") return;
    // Of a page that leads to another by itself, the last one counts.
    if (params.name === "load") loaded.resolve();
    if (params.name === "networkIdle" && answered) quiet.resolve();
  });

  const { errorText } = await send("Page.navigate", { url });
  if (typeof errorText === "string" && errorText !== "")
    throw new RenderError(`the browser says ${errorText.replace(/^net::/, "")}`);
  await within(loaded.promise, limits.loadMs, signal);
  await within(quiet.promise, limits.quietMs, signal);
  const page = answered as { url: string; status: number } | null;
  if (!page || page.status >= 400) throw new RenderError(`the site answered ${page?.status ?? "nothing"}`);
  const { root } = await send("DOM.getDocument", { depth: 0 });
  const { outerHTML } = await send("DOM.getOuterHTML", { nodeId: (root as { nodeId: number }).nodeId });
  return { url: page.url, html: String(outerHTML) };
}

/** Waits, but not for longer than that: a page that is never done is taken as it is. */
async function within(event: Promise<void>, milliseconds: number, signal: AbortSignal): Promise<void> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
  const over = new Promise<void>((resolve) => {
    if (either.aborted) resolve();
    either.addEventListener("abort", () => resolve(), { once: true });
  });
  await Promise.race([event, over]);
  signal.throwIfAborted();
}
