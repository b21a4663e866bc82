import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { needs } from "../../../scripts/testing/needs.ts";
import { pythonTools } from "../testing/python-tools.ts";

const root = join(import.meta.dirname, "../../..");
const chart = join(root, "deploy/helm/headwater");
const env = { ...process.env, PATH: `${pythonTools}:${process.env.PATH}` };

const run = (command: string, args: string[], input: string) =>
  spawnSync(command, args, { input, encoding: "utf8", env });

type Container = { env: { name: string }[]; securityContext: object; resources: { limits: object } };
type Manifest = {
  kind: string;
  metadata: { name: string };
  spec: {
    template: {
      spec: {
        containers: Container[];
        securityContext: object;
        automountServiceAccountToken: boolean;
        volumes: object[];
      };
    };
  };
};

const render = (values: object) =>
  run("helm", ["template", "docs", chart, "--values", "-"], JSON.stringify(values));

function deployments(values: object): Manifest[] {
  const { stdout, stderr } = render(values);
  expect(stderr).toBe("");
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Manifest)
    .filter(({ kind }) => kind === "Deployment");
}

const inBucket = {
  image: { repository: "registry.example.com/headwater" },
  database: { secret: "headwater", key: "database" },
  token: { secret: "headwater", key: "token" },
  files: { bucket: "s3://documents/headwater", bucketKeys: "headwater-bucket" },
  settings: { HEADWATER_AUDIT: "on" },
  settingsSecret: "headwater-models",
  ingress: { enabled: true, host: "docs.example.com", tlsSecret: "docs-tls" },
  api: { autoscaling: { enabled: true } },
  worker: { autoscaling: { enabled: true } },
};
const onDisk = { ...inBucket, files: { claim: "documents" }, ingress: {}, api: {}, worker: {} };

needs("helm", [pythonTools])("the Helm chart", () => {
  describe.each([
    ["with files in a bucket", inBucket],
    ["with files on a disk that all pods mount", onDisk],
  ])("%s", (_, values) => {
    it("passes helm's own check", () => {
      const { status, stdout } = run(
        "helm",
        ["lint", "--strict", chart, "--values", "-"],
        JSON.stringify(values),
      );
      expect(stdout).toContain("0 chart(s) failed");
      expect(status).toBe(0);
    });

    it("is what Kubernetes 1.34 takes, with no unknown field", () => {
      const manifests = render(values).stdout;
      const { status, stderr, stdout } = run(
        "kubernetes-validate",
        ["--strict", "-k", "1.34", "-"],
        manifests,
      );
      expect(`${stdout}${stderr}`).toMatch(/passed for resource deployment\/docs-headwater-worker/);
      expect(status).toBe(0);
    });

    it("asks for no right that the restricted pod security refuses", () => {
      for (const { spec } of deployments(values)) {
        const pod = spec.template.spec;
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 1000,
            seccompProfile: { type: "RuntimeDefault" },
          },
        });
        for (const { securityContext, resources } of pod.containers) {
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          });
          expect(resources.limits).toHaveProperty("memory");
        }
      }
    });
  });

  it("starts one role in each deployment, with settings that the service has", () => {
    const known = readFileSync(join(root, "packages/server/README.md"), "utf8");
    const pods = deployments(inBucket);
    expect(pods.map(({ metadata }) => metadata.name)).toEqual([
      "docs-headwater-api",
      "docs-headwater-worker",
    ]);
    const names = pods.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name)),
    );
    expect(names).toContain("HEADWATER_FILES");
    expect(names.filter((name) => !known.includes(`| \`${name}\` |`))).toEqual([]);
  });

  it("mounts the claim as the data folder of every process", () => {
    for (const { spec } of deployments(onDisk)) {
      expect(spec.template.spec.volumes).toContainEqual({
        name: "data",
        persistentVolumeClaim: { claimName: "documents" },
      });
    }
  });

  it.each([
    ["no database", { ...inBucket, database: {} }, "database.secret"],
    ["a bucket and a claim at once", { ...inBucket, files: { bucket: "s3://a", claim: "b" } }, "files"],
    ["neither of the two", { ...inBucket, files: {} }, "files"],
    [
      "a setting that the chart makes itself",
      { ...inBucket, settings: { HEADWATER_TOKEN: "in plain text" } },
      "settings",
    ],
    ["an ingress without a host", { ...inBucket, ingress: { enabled: true } }, "ingress"],
    ["a value that does not exist", { ...inBucket, replicas: 3 }, "replicas"],
  ])("refuses %s", (_, values, named) => {
    const { status, stderr } = render(values);
    expect(status).not.toBe(0);
    expect(stderr).toContain(named);
  });

  it("scales workers by a metric that the service has", () => {
    const { stdout } = render(inBucket);
    const [, metric] = /name: (headwater_\w+)/.exec(stdout) ?? [];
    expect(readFileSync(join(root, "docs/operations.md"), "utf8")).toContain(`| \`${metric}\` |`);
  });
});
