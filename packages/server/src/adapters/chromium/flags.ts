/** UDP does not pass the proxy, and so is not used: in `Default/Preferences` of the profile, beside the flag of it. */
export const profilePreferences = {
  webrtc: {
    ip_handling_policy: "disable_non_proxied_udp",
    multiple_routes_enabled: false,
    nonproxied_udp_enabled: false,
  },
};

/** The features that would ask for something of their own. */
const disabledFeatures = [
  "AutofillServerCommunication",
  "CertificateTransparencyComponentUpdater",
  "DialMediaRouteProvider",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "Translate",
];

/**
 * How Chromium is started: every request goes by the proxy, this machine's own addresses included; names are not
 * resolved, and nothing is sent beside it (WebRTC, QUIC, pings, updates).
 */
export const chromiumFlags = (options: {
  proxyPort: number;
  profile: string;
  userAgent: string;
  /** Whether its own sandbox can be used: not by root, and only with namespaces. */
  ownSandbox: boolean;
}): string[] => [
  "--headless",
  "--remote-debugging-pipe",
  `--user-data-dir=${options.profile}`,
  `--user-agent=${options.userAgent}`,
  `--proxy-server=http://127.0.0.1:${options.proxyPort}`,
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--no-pings",
  "--blink-settings=imagesEnabled=false",
  "--deny-permission-prompts",
  "--disable-background-networking",
  "--disable-breakpad",
  "--disable-client-side-phishing-detection",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-dev-shm-usage",
  "--disable-domain-reliability",
  "--disable-extensions",
  "--disable-gpu",
  "--disable-sync",
  `--disable-features=${disabledFeatures.join(",")}`,
  "--js-flags=--max-old-space-size=512",
  "--metrics-recording-only",
  "--mute-audio",
  "--no-default-browser-check",
  "--no-first-run",
  "--password-store=basic",
  "--use-mock-keychain",
  ...(options.ownSandbox ? [] : ["--no-sandbox"]),
];
