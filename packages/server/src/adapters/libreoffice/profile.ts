/** A port of this machine without a listener: connections through it fail. */
const closedProxy = { name: "127.0.0.1", port: 1 };

type Setting = [path: string, name: string, value: string | number | boolean];

const scripting = "org.openoffice.Office.Common/Security/Scripting";
const internet = "org.openoffice.Inet/Settings";

/** Macros never run, nothing that a document points at is loaded, and no request finds its way out. */
const settings: Setting[] = [
  [scripting, "MacroSecurityLevel", 3],
  [scripting, "DisableMacrosExecution", true],
  // Pictures, sections and objects that lie outside of the document: on the web, and on this machine too.
  [scripting, "BlockUntrustedRefererLinks", true],
  // Never, in the numbers of each program.
  ["org.openoffice.Office.Writer/Content/Update", "Link", 0],
  ["org.openoffice.Office.Calc/Content/Update", "Link", 1],
  [internet, "ooInetProxyType", 2],
  [internet, "ooInetNoProxy", ""],
  ...["HTTP", "HTTPS", "FTP"].flatMap((protocol): Setting[] => [
    [internet, `ooInet${protocol}ProxyName`, closedProxy.name],
    [internet, `ooInet${protocol}ProxyPort`, closedProxy.port],
  ]),
];

/** The file `user/registrymodifications.xcu` of a profile. */
export const profileSettings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings
  .map(
    ([path, name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join("\n")}
</oor:items>
`;
