import { describe } from "vitest";
import { itRefusesAddresses } from "../../testing/refused-addresses.ts";

describe("ingestYoutube", () => itRefusesAddresses("/ingest-youtube", "A YouTube video"));
