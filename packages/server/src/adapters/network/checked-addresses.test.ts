import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import { parseAllowedAddresses } from "./allowed-addresses.ts";
import { createCheckedAddresses } from "./checked-addresses.ts";

const never = new AbortController().signal;
const addressesOf = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
const check = (addresses: LookupAddress[]) =>
  createCheckedAddresses({ allowed: parseAllowedAddresses(""), resolve: async () => addresses })(
    new URL("https://example.com/"),
    never,
  );

test.each([
  ["first", ["10.0.0.7", "93.184.216.34"]],
  ["last", ["93.184.216.34", "93.184.216.35", "192.168.1.1"]],
  ["of the other family", ["93.184.216.34", "::1"]],
  ["mapped into IPv6", ["93.184.216.34", "::ffff:169.254.169.254"]],
])("one private address among those of a host refuses the host: %s", async (_, addresses) => {
  await expect(check(addressesOf(...addresses))).rejects.toThrow("example.com is not a public address");
});

test("a host whose addresses are all public keeps all of them", async () => {
  const addresses = addressesOf("93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946");
  expect(await check(addresses)).toEqual(addresses);
});
