import type { RelayAnswer, RelayAnswers } from "../relay.ts";

/** Lets the service fail at every request but these: it says that it is ready, and is not. */
export function failExcept(passing: RegExp): RelayAnswers {
  const answer: RelayAnswer = (request, response, pass) => {
    const { pathname } = new URL(request.url ?? "/", "http://service");
    if (passing.test(pathname)) return pass();
    request.resume();
    const detail = "The store cannot be read";
    response.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify({ detail }));
  };
  return { "GET ": answer, "POST ": answer };
}
