import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

it("A provider that lacks a service declared in Services does not compile", () => {
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", join(root, "test/types/services")], {
    encoding: "utf8"
  })
  assert.strictEqual(stdout, "")
  assert.strictEqual(status, 0)
}, 60_000)
