import { createHash, randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import { themeScript } from "../shell/theme.ts";

const themeHash = `'sha256-${createHash("sha256").update(themeScript).digest("base64")}'`;

/**
 * Sends each page with a policy under which only the workbench's own scripts and styles run, and nothing of another origin
 * loads. Next.js reads the nonce from the policy of the request, and writes it on the scripts that it puts into the page.
 *
 * @param dev whether pages are compiled on request: the compiler's client evaluates code and writes styles
 */
export function contentSecurityPolicy({ dev }: { dev: boolean }): RequestHandler {
  const styles = dev ? " 'unsafe-inline'" : "";
  const scripts = dev ? " 'unsafe-eval'" : "";
  return (request, response, next) => {
    const nonce = randomBytes(16).toString("base64");
    const policy = [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}' ${themeHash}${scripts}`,
      `style-src 'self'${styles}`,
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; ");
    request.headers["content-security-policy"] = policy;
    response.setHeader("Content-Security-Policy", policy);
    next();
  };
}
