/** A web page as a browser has it after its scripts have run. */
export type RenderedPage = {
  /** The address that answered, after redirects. */
  url: string;
  html: string;
};

/** Port: pages whose content is made by their scripts. It reaches what the web fetcher reaches. */
export type PageBrowser = {
  /** Throws RenderError when there is nothing to take, and the signal's reason on abort. */
  render(url: string, signal: AbortSignal): Promise<RenderedPage>;
};

/** The page could not be rendered; the message says why, without a full stop. */
export class RenderError extends Error {
  override readonly name = "RenderError";
}
