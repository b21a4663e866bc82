import { describe } from "vitest";
import { itRefusesAddresses } from "../../testing/refused-addresses.ts";

describe("uploadUrlSource", () => itRefusesAddresses("/upload-url-source", "A web page"));
