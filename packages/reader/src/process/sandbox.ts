/** How programs are kept apart from the machine. Plain data, so that it can be given to a thread. */
export type Sandbox = {
  /** The full path of bubblewrap; null where it is not installed or may not make namespaces. */
  bubblewrap: string | null;
  /** Whether `unshare` can take the network away, for machines without bubblewrap. */
  cutsNetwork: boolean;
  /** The user and group that programs run as when the service runs as root; null for those of the service. */
  user: number | null;
  /** Folders that no program may see: the data folder. */
  hidden: readonly string[];
};

/** Programs run as the service does: with its files, its network and its user. */
export const noSandbox: Sandbox = { bubblewrap: null, cutsNetwork: false, user: null, hidden: [] };

/** What a program gets to see. */
export type ProgramView = {
  /**
   * `programs`: installed programs, libraries and fonts, and what is listed here. `machine`: all files but the hidden
   * ones, for a program that the operator wrote or chose; it keeps the user of the service too.
   */
  sees: "programs" | "machine";
  /** Files and folders that it reads. */
  reads?: readonly string[] | undefined;
  /** Folders that it writes to. The first one is its `/tmp` too. */
  writes?: readonly string[] | undefined;
  /** Whether it keeps the network. Default: false. */
  network?: boolean | undefined;
};

export type ProgramLimits = {
  /** Address space of each process in MB; null for a program that reserves more than it uses. */
  memoryMb: number | null;
  /** Of each file that it writes, in MB. */
  fileMb: number;
};

export const viewOfPrograms: ProgramView = { sees: "programs" };
