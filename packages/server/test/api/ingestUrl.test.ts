import { describe } from "vitest";
import { itRefusesAddresses } from "../../testing/refused-addresses.ts";

describe("ingestUrl", () => itRefusesAddresses("/ingest-url", "A web page"));
