import * as UndefinedOr from "effect/UndefinedOr"
import { readlinkSync } from "node:fs"
import { hostname } from "node:os"
import { codeOf } from "./attempt.ts"

/** Creates an owner's name from its process id, random bytes and the host. */
export const makeOwnerName = (random: Uint8Array): string =>
  `${process.pid}-${Buffer.from(random).toString("hex")}-${hostId()}`

/** Returns `true` if an owner is an ended process of this host. Returns `false` for owners of other hosts. */
export const hasExited = (name: string | undefined): boolean => {
  const [, pid, where] = /^(\d+)-[0-9a-f]+-(.*)$/.exec(name ?? "") ?? []
  if (pid === undefined || where !== hostId()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return codeOf(error) === "ESRCH"
  }
}

/** The host and its PID namespace: containers may share a host name and a folder, but no process ids. */
const hostId = (): string => {
  // Not on Linux, there is no such link.
  const namespace = UndefinedOr.liftThrowable(readlinkSync)("/proc/self/ns/pid") ?? ""
  return `${hostname().slice(0, 32)}-${namespace}`.replace(/[^\w.-]+/g, "_")
}
