/** A process id that no running process has: it is above the limit of Linux, macOS and BSD. */
export const endedPid = 2 ** 22 + 1
