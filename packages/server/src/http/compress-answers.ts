import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Below this size the headers cost more than compression saves. */
const minBytes = 1_024;

/** Compresses text, but not event streams, because compression would delay events. Pictures are compressed already. */
const compressible = /^(?:application\/(?:[\w.+-]+\+)?json|application\/javascript|text\/(?!event-stream))/i;

/**
 * Compresses answers with `br` or `gzip` for clients that accept it. `identity`, which the proxies ask for, stays
 * uncompressed.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    threshold: minBytes,
    encodings: ["br", "gzip"],
    customTypes: compressible,
    // The default of 11 takes a hundred times as long and saves a tenth more.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}
