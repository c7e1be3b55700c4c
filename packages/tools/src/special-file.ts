/**
 * What a process shows of itself under /proc: its environment with the keys in it, arguments, memory, open files. Only its view of
 * mounted volumes and of the network is free; `root` and `cwd` lead to ordinary files (Claude Code 2.1.332, seen).
 */
const processFile = /^\/proc\/(?:self|thread-self|\d+)\/(?!(?:root|cwd|mounts|net)(?:\/|$))./
/** What the kernel shows of its own memory and messages. */
const kernelFile = /^\/proc\/(?:kcore|kmsg)$/
/** Shared memory is ordinary files, and the null device an empty one. */
const device = /^\/dev\/(?!shm\/|null$)./

/** Why a file of the system cannot be shown, worded for the model; `path` is absolute, without `.` and `..`. */
export const objectionToSpecial = (path: string): string | undefined =>
  [processFile, kernelFile, device].some((kind) => kind.test(path))
    ? `${path} belongs to a device or a process; only ordinary files can be read.`
    : undefined
