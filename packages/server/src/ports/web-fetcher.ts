/** What may be asked of one fetch; whatever is left out has the fetcher's own bound. */
export type WebRequest = {
  url: string;
  signal: AbortSignal;
  /** Bytes of the body, unpacked. */
  maxBytes?: number;
  /** Media types wanted, as `Accept` has them. */
  accept?: string;
  /** Languages wanted, as `Accept-Language` has them. */
  languages?: string;
  /** A JSON text to POST; without it the request is a GET. */
  json?: string;
  /** Further headers of a POST. */
  headers?: Record<string, string>;
  /** Refuses plain http, redirects included. */
  httpsOnly?: boolean;
};

export type WebResponse = {
  /** The address that answered, after redirects. */
  url: string;
  status: number;
  /** Null when the answer has no such header; the name in lowercase. */
  header(name: string): string | null;
  /** Unpacked. Throws WebFetchError when a bound is passed or the connection breaks. */
  body: AsyncIterable<Uint8Array>;
};

/**
 * Port: the only way out to the web. It reaches public addresses only, and those that the operator listed. It never
 * sends a credential or a cookie, follows redirects under the same rules, and bounds size and time.
 */
export type WebFetcher = {
  /**
   * Answers what `read` makes of the response, which is closed afterwards. Any status is an answer; throws WebFetchError
   * when there is none, and the signal's reason on abort.
   */
  fetch<T>(request: WebRequest, read: (response: WebResponse) => Promise<T>): Promise<T>;
  /** Whether an address can be seen not to be public without asking the network. Null for one that may be fetched. */
  refusal(url: string): string | null;
};

/** Nothing could be fetched; the message is for the person who named the address. */
export class WebFetchError extends Error {
  override readonly name = "WebFetchError";
  /** Whether the same request may succeed later. */
  readonly passing: boolean;

  constructor(message: string, { passing, ...options }: ErrorOptions & { passing: boolean }) {
    super(message, options);
    this.passing = passing;
  }
}
