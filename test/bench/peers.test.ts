import { assert, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { findProgram, peers } from "./peers.ts"

it("each peer has a program that imports its packages, and each program belongs to a peer", () => {
  for (const { packages, program } of peers) {
    const code = readFileSync(findProgram(`sign-in/${program}.js`), "utf8")
    for (const name of packages) assert.include(code, `from "${name}`)
  }
  const programs = readdirSync(findProgram("sign-in")).map((file) => file.replace(".js", ""))
  assert.sameMembers(programs, peers.map(({ program }) => program))
})

it("peers are installed at exact versions, outside the packages of the project", () => {
  const { dependencies } = JSON.parse(readFileSync(findProgram("package.json"), "utf8"))
  const own = readFileSync(findProgram("../../../package.json"), "utf8")
  for (const name of peers.flatMap(({ packages }) => packages)) {
    assert.match(dependencies[name], /^\d+\.\d+\.\d+$/)
    assert.notInclude(own, `"${name}"`)
  }
  assert.isTrue(existsSync(findProgram("clock.js")))
})
