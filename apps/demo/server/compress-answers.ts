import type { ServerResponse } from "node:http";
import compression from "compression";
import type { RequestHandler } from "express";

/**
 * Compresses pages, scripts, styles and lists with what the browser takes, Brotli first. Left as they are: events, which
 * must not wait for a full buffer, originals, whose parts are named by bytes, and what hardly shrinks, such as pictures.
 */
export const compressAnswers = (): RequestHandler =>
  compression({
    filter: (request, response) =>
      !isEventStream(response) && !isOriginal(response) && compression.filter(request, response),
  });

const isEventStream = (response: ServerResponse): boolean =>
  String(response.getHeader("Content-Type")).startsWith("text/event-stream");

const isOriginal = (response: ServerResponse): boolean =>
  response.statusCode === 206 || response.hasHeader("Content-Disposition");
