import { execFileSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { assert, beforeAll, describe, it } from "vitest"
import { makeRepository } from "../../scripts/checks/Repository.ts"
import { readText, root } from "../../scripts/repository.ts"
import { fragmentsOf } from "../../test/support/fragments.ts"
import { describeErrors } from "../errors/describeErrors.ts"
import { codesIn } from "../errors/findCalls.ts"
import { linkClasses, linkCodes } from "../errors/linkCodes.ts"
import { renderErrors } from "../errors/write.ts"
import { entries } from "../reference/pages.ts"

let program: ts.Program
let pages: ReadonlyMap<string, string>

beforeAll(() => {
  const path = join(root, "site/reference/tsconfig.json")
  const { config } = ts.readConfigFile(path, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, "site/reference"))
  program = ts.createProgram(entries().map(({ path }) => join(root, path)), options)
  pages = renderErrors(program)
})

const repository = makeRepository(root)
const sourcesWith = (read: (path: string) => string) => ({
  read,
  guides: repository.filesAt("docs"),
  modules: repository.filesAt("src")
})

describe("the pages of errors", () => {
  it("there is a page for each code in the types", () => {
    const codes = new Set(codesIn(program).values())
    assert.isAbove(codes.size, 140)
    assert.deepStrictEqual([...codes].filter((code) => !pages.has(`errors/${code}.md`)), [])
  })

  it("a code without a cause fails by its name", () => {
    const read = (path: string) => readText(path).replace(/\n\| `SIGN_IN_REQUIRED` \|.*/, "")
    assert.throws(
      () => describeErrors(codesIn(program), sourcesWith(read)),
      "No error page for SIGN_IN_REQUIRED: write"
    )
  })

  it("a page has the calls that fail with the error, in promises and Effect", () => {
    const page = pages.get("errors/EMAIL_PASSWORD_MISMATCH.md")!
    const calls = "`auth.signIn.password`, `auth.session.reverify.password`"
    assert.include(page, `| Promise | ${calls} |\n| Effect | \`Password.signIn\` |`)
    assert.include(pages.get("errors/USER_NOT_FOUND.md")!, "`server.users.get`")
    assert.include(page, "\"Wrong email or password.\"")
  })

  it("the examples of all pages compile", () => {
    const folder = join(root, "node_modules/.cache/latchkey-errors")
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const client = fragmentsOf(readText("docs/promise.md")).find((code) => code.startsWith("// auth.ts\n"))!
    writeFileSync(join(folder, "auth.ts"), client)
    const files = [...pages].flatMap(([page, text]) =>
      fragmentsOf(text).map((code, index) => {
        const name = `${page.replace(/\W/g, "_")}_${index}.ts`
        writeFileSync(join(folder, name), code)
        return name
      })
    )
    assert.isAbove(files.length, 200)
    const compilerOptions = { customConditions: ["@latchkey/source"], noUnusedLocals: false, rootDir: root }
    const config = { extends: join(root, "tsconfig.json"), compilerOptions, files, include: [] }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    let output = ""
    try {
      execFileSync(process.execPath, [tsc, "--noEmit", "-p", folder, "--pretty", "false"], { encoding: "utf8" })
    } catch (error) {
      // Sound: execFileSync throws an error with the output.
      output = (error as { readonly stdout: string }).stdout
    }
    assert.strictEqual(output, "")
  })
})

describe("linkCodes", () => {
  const codes = new Set(["USER_NOT_FOUND"])

  it("links codes in tables and below headings, and leaves prose, links and other words", () => {
    const line = "| `USER_NOT_FOUND`, `OTHER` | [`USER_NOT_FOUND`](a.md) |"
    assert.strictEqual(
      linkCodes(`${line}\n\`USER_NOT_FOUND\`, 404\nSee \`USER_NOT_FOUND\`.`, codes, "errors/"),
      "| [`USER_NOT_FOUND`](errors/USER_NOT_FOUND.md), `OTHER` | [`USER_NOT_FOUND`](a.md) |\n" +
        "[`USER_NOT_FOUND`](errors/USER_NOT_FOUND.md), 404\nSee `USER_NOT_FOUND`."
    )
  })

  it("linkClasses: adds the page to a class, and not to another type of its name", () => {
    const page = (declaration: string) => `### UserNotFound\n\n\`\`\`ts\n${declaration}\n\`\`\`\n`
    const text = page("class UserNotFound extends KnownError")
    const known = new Map([["UserNotFound", "USER_NOT_FOUND"]])
    assert.include(linkClasses(text, known, "../errors/"), "[`USER_NOT_FOUND`](../errors/USER_NOT_FOUND.md)")
    const other = page("type UserNotFound = string")
    assert.strictEqual(linkClasses(other, known, "../errors/"), other)
  })
})
