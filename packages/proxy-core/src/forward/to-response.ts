import type { Answer } from "../plan.ts";

export const toResponse = ({ status, headers, body }: Answer): Response =>
  new Response(body as BodyInit | null, { status, headers });
