import { assert, describe, it } from "@effect/vitest"
import { readAddress } from "../../scripts/address.ts"
import { checkAddress } from "../../scripts/checks/address.ts"
import { readText } from "../../scripts/repository.ts"
import { makeFiles } from "./support.ts"

const page = "https://code.example.org/latchkey"

const manifest = (changes: object = {}) =>
  JSON.stringify(
    {
      repository: { type: "git", url: `git+${page}.git` },
      homepage: "https://docs.example.org/latchkey/",
      bugs: { url: `${page}/issues` },
      ...changes
    },
    undefined,
    2
  )

const messagesOf = (files: Readonly<Record<string, string>>) =>
  checkAddress(makeFiles(files)).map(({ line, message, path }) => `${path}:${line} ${message.split(";")[0]}`)

describe("address", () => {
  it("a repository, a site and bugs that follow from the repository are accepted", () => {
    assert.deepStrictEqual(messagesOf({ "package.json": manifest(), "README.md": "https://example.org/" }), [])
  })

  it("a missing or different field is reported", () => {
    const missing = { bugs: { url: "https://other.example.org/issues" } }
    assert.deepStrictEqual(messagesOf({ "package.json": manifest(missing) }).map((line) => line.replace(/:\S+/, "")), [
      "package.json bugs.url differs from repository.url"
    ])
    for (const homepage of [undefined, `${page}#readme`, "http://docs.example.org/", "https://docs.example.org/a"]) {
      assert.include(messagesOf({ "package.json": manifest({ homepage }) })[0]!, "homepage not that of a site")
    }
    for (const url of [undefined, "https://code.example.org/latchkey", "git+ssh://git@code.example.org/latchkey.git"]) {
      const found = messagesOf({ "package.json": manifest({ repository: { url } }) })
      assert.include(found[0]!, "repository.url is not the address of a Git repository")
    }
  })

  it("a file that repeats the address is reported with its line", () => {
    for (const url of [`${page}/wiki`, "https://docs.example.org/latchkey/why"]) {
      const files = { "package.json": manifest(), "docs/why.md": `# Why\n\nSee ${url}.\n` }
      assert.deepStrictEqual(messagesOf(files), ["docs/why.md:3 repeats an address of the project"])
    }
  })

  it("the reserved domain .example is no public address", () => {
    assert.isTrue(readAddress(manifest())?.isPublic)
    assert.isFalse(readAddress(manifest({ repository: { url: "git+https://git.example/a.git" } }))?.isPublic)
    assert.isFalse(readAddress(manifest({ homepage: "https://latchkey.example/" }))?.isPublic)
  })

  it("package.json has all three fields", () => {
    const { bugs, homepage } = JSON.parse(readText("package.json"))
    const address = readAddress(readText("package.json"))
    assert.deepStrictEqual([homepage, bugs?.url], [address?.homepage, address?.bugs])
  })
})
