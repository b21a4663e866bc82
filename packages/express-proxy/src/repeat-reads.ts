import { isLostConnection, isRead } from "@headwater/proxy-core";
import type { Dispatcher } from "undici";

/**
 * An interceptor of undici. It sends a GET or HEAD once more, through `fresh`, when its connection broke before the
 * answer began. A server that closes a kept connection may do so at the moment at which the next request arrives.
 *
 * @param fresh opens a new connection for every request: another kept one might be closed as well
 */
export const repeatReads =
  (fresh: Dispatcher): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    isRead(options.method)
      ? dispatch(options, new RepeatedOnce(handler, () => fresh.dispatch(options, handler)))
      : dispatch(options, handler);

class RepeatedOnce implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #repeat: () => void;
  #begun = false;

  constructor(handler: Dispatcher.DispatchHandler, repeat: () => void) {
    this.#handler = handler;
    this.#repeat = repeat;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(...answer: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>): void {
    this.#begun = true;
    this.#handler.onResponseStart?.(...answer);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(...end: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseEnd"]>>): void {
    this.#handler.onResponseEnd?.(...end);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#begun || controller?.aborted || !isLostConnection(error))
      this.#handler.onResponseError?.(controller, error);
    else this.#repeat();
  }
}
