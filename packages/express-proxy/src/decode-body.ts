import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";

const decoders = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

/** Decodes a body of at most `maxBytes`. What cannot be decoded stays as it is: then it is not the service's answer. */
export async function decodeBody(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : undefined;
  return decode ? decode(bytes, { maxOutputLength: maxBytes }).catch(() => bytes) : bytes;
}
