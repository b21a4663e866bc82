import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readmeApps } from "./apps.ts";
import { askThrough } from "./ask-through.ts";
import { installServer } from "./installed-bytes.ts";
import { type PublishedService, startPublishedService } from "./published-service.ts";
import { openRegistry, type Registry } from "./registry.ts";

/**
 * A user who has npm and nothing of this repository: the packages are published to a registry on loopback, and each
 * README is followed from an empty folder.
 */
describe("from the registry", { timeout: 300_000 }, () => {
  let registry: Registry;
  let service: PublishedService;
  beforeAll(async () => {
    registry = await openRegistry();
    service = await startPublishedService(await registry.newFolder("service"), registry.environment);
  }, 600_000);
  afterAll(async () => {
    await service?.stop();
    await registry?.close();
  });

  it("one line installs and runs the service with its workbench", async () => {
    const page = await fetch(`${service.workbench}/sources`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Headwater");
    await askThrough(service.workbench);
  });

  it("the server takes at most 250 MB, without the optional encoders", async () => {
    const folder = await registry.newFolder("installed");
    const { all, encoders } = await installServer(folder, registry.environment);
    const megabytes = [all - encoders, encoders].map((bytes) => Math.round(bytes / 1e6));
    console.log(`npm i @headwater/server: ${megabytes[0]} MB, and ${megabytes[1]} MB of encoders`);
    expect(encoders).toBeGreaterThan(0);
    expect(all - encoders).toBeLessThanOrEqual(250e6);

    // Its bill of materials names what npm installed and what the bundle has inside.
    const bill = await readFile(join(folder, "node_modules/@headwater/server/dist/sbom.cdx.json"), "utf8");
    expect(bill).toContain("pkg:npm/fastify@");
    expect(bill).toContain("pkg:npm/kysely@");
  });

  it.each(Object.keys(readmeApps))("the README's application for %s works", async (name) => {
    const folder = await registry.newFolder(name);
    await readmeApps[name]?.({ folder, registry: registry.environment, environment: service.environment });
  });
});
