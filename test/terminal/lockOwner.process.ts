import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { hasExited, makeOwnerName } from "../../src/terminal/lockOwner.ts"

it("hasExited: returns true for the id of a process that has exited, and false for a running one", () => {
  const ownerOf = (pid: number) => makeOwnerName(new Uint8Array(8)).replace(/^\d+/, `${pid}`)
  const { pid } = spawnSync(process.execPath, ["--version"])
  assert.isTrue(hasExited(ownerOf(pid)))
  assert.isFalse(hasExited(ownerOf(process.pid)))
  assert.isFalse(hasExited(ownerOf(process.ppid)))
})
