import { expect, test } from "vitest";
import { readSettings } from "../config.ts";
import { openWeb } from "./web.ts";

test("a list of places that can't be read stops the start in one line that names the entry", () => {
  const open = (list: string) => openWeb(readSettings({ HEADWATER_ALLOW_PRIVATE_ADDRESSES: list }).web);
  expect(() => open("intranet:8080, http://wiki")).toThrow(
    "HEADWATER_ALLOW_PRIVATE_ADDRESSES can't be used: 'http://wiki' is neither host:port nor a range such as 10.0.0.0/8. Change it or unset it.",
  );
  expect(open("intranet:8080, 10.0.0.0/8 [fd00::/8]:8080").refusal("http://intranet:8080/")).toBeNull();
});
