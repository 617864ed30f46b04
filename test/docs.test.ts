import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { codeOf } from "../scripts/repository.ts"
import { deadMarkdownLinks } from "../site/markdownLinks.ts"
import { fragmentsOf } from "./support/fragments.ts"

const root = join(import.meta.dirname, "..")

const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith(".md"))

const modules = ["src", "react"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path)).map((path) => `${folder}/${path}`)
)

const fragments = [...pages, ...modules].flatMap((path) =>
  (["ts", "tsx"] as const).flatMap((language) =>
    fragmentsOf(readFileSync(join(root, path), "utf8"), language)
      // A class of the library, whose example shows its fields.
      .filter((fragment) => fragment.includes("import "))
      .map((fragment, index) => ({ name: `${path.replaceAll("/", "_")}_${index}.${language}`, fragment }))
  )
)

/** The functions on the sign-in pages: each error in their types is in a table of the page. */
const flows: Readonly<Record<string, string>> = {
  anonymous: "Anonymous.signUp",
  "command-line": "Cli.login Cli.signIn Cli.confirm CommandLine.signIn CommandLine.login",
  "email-verification":
    "ContactChannels.checkCode ContactChannels.verify ContactChannels.sendVerificationEmail CurrentUser.sendVerificationEmail HandlerPages.emailVerification",
  "magic-link":
    "MagicLink.send MagicLink.checkCode MagicLink.signIn EmailCode.send EmailCode.SentCode.prototype.signIn",
  navigation: "Navigation.make Navigation.redirect Navigation.redirectTo Navigation.redirectAfterSignIn",
  oauth:
    "OAuth.start OAuth.signIn OAuth.link OAuth.callback OAuth.callbackAt OAuth.callbackAndRedirect OAuth.redirectAfterCallback ConnectedAccounts.get",
  pages: "HandlerPages.open",
  passkeys: "Passkey.register Passkey.signIn",
  password:
    "Password.signIn Password.signUp Password.update Password.set Password.sendResetCode Password.checkResetCode Password.reset Password.checkNew",
  "team-invitations":
    "TeamInvitations.send TeamInvitations.list TeamInvitations.revoke TeamInvitations.checkCode TeamInvitations.details TeamInvitations.accept HandlerPages.teamInvitation",
  "two-factor": "Mfa.ask Mfa.Continuation.prototype.complete Totp.generate Totp.enable Totp.disable"
}

/** The errors in a page's tables: the names in their first columns. */
const errorsIn = (text: string): ReadonlyArray<string> =>
  text.split("\n").filter((line) => line.startsWith("| `")).flatMap((line) =>
    Array.from(line.split("|")[1]!.matchAll(/`([A-Z]\w+)`/g), ([, name]) => name!)
  )

/** A program that compiles if each page's tables contain all errors of its functions. */
const tables = [
  `import type * as Effect from "effect/Effect"`,
  `import * as Latchkey from "latchkey"`,
  `import { CommandLine } from "latchkey/cli"`,
  `const All = { ...Latchkey, CommandLine }`,
  `type TagOf<E> = E extends { readonly _tag: infer Tag } ? Tag : never`,
  `type Tag<F> = F extends Effect.Effect<any, infer E, any> ? TagOf<E> : F extends {`,
  ...[1, 2, 3].map((index) => `  (...args: any): Effect.Effect<any, infer E${index}, any>`),
  `} ? TagOf<E1 | E2 | E3> : "no effect"`,
  ...Object.entries(flows).flatMap(([page, functions]) => {
    const errors = errorsIn(readFileSync(join(root, `docs/${page}.md`), "utf8")).map((name) => JSON.stringify(name))
    return functions.split(" ").flatMap((name) => {
      const missing = `Exclude<Tag<typeof All.${name}>, ${errors.join(" | ")}>`
      const label = `missing in docs/${page}.md of ${name}`
      return `;(true) satisfies [${missing}] extends [never] ? true : { ${JSON.stringify(label)}: ${missing} }`
    })
  })
].join("\n")

describe("the code blocks of README, docs and doc comments", () => {
  it("are found", () => {
    assert.isAtLeast(fragments.length, 25)
  })

  it("compile against the sources, whose errors the sign-in pages list", () => {
    const folder = join(root, "node_modules/.cache/latchkey-docs")
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const { fragment, name } of fragments) writeFileSync(join(folder, name), `${fragment}\nexport {}\n`)
    writeFileSync(join(folder, "tables-of-errors.ts"), tables)
    const declaresServices = ({ fragment }: typeof fragments[number]) => fragment.includes("interface Services")
    const namesOf = (fragments: ReadonlyArray<{ readonly name: string }>) => fragments.map(({ name }) => name)
    const compile = (program: string, files: ReadonlyArray<string>) => {
      writeFileSync(
        join(folder, `${program}.json`),
        JSON.stringify({
          extends: join(root, "tsconfig.json"),
          // Declarations in examples are illustrative and stay unused.
          compilerOptions: { noUnusedLocals: false, rootDir: root },
          // Separate folders: of `a.ts` and `a.tsx` in one folder, the compiler reads only the first.
          files: [
            ...files,
            join(root, "test/support/nextModules.d.ts"),
            join(root, "src/native/modules.d.ts")
          ],
          include: []
        })
      )
      const compiler = join(root, "node_modules/typescript/bin/tsc")
      try {
        execFileSync(process.execPath, [compiler, "-p", join(folder, `${program}.json`)], { encoding: "utf8" })
      } catch (error) {
        return (error as { readonly stdout: string }).stdout
      }
      return ""
    }
    assert.strictEqual(
      compile("tsconfig", [
        ...namesOf(fragments.filter((fragment) => !declaresServices(fragment))),
        "tables-of-errors.ts"
      ]),
      ""
    )
    // A declared service is part of the whole program, so every provider in it must have the service.
    assert.strictEqual(compile("services", namesOf(fragments.filter(declaresServices))), "")
  }, 180_000)
})

for (const path of pages) {
  const tests = fragmentsOf(readFileSync(join(root, path), "utf8"))
    .flatMap((fragment, index) => /^it(\.effect)?\(/m.test(fragment) ? [index] : [])
  if (tests.length === 0) continue
  describe(`the tests in ${path}`, async () => {
    for (const index of tests) await import(`docs:${path}/${index}.ts`)
  })
}

describe("the diagrams of the docs", () => {
  const statement =
    /^(?:sequenceDiagram|stateDiagram-v2|(?:actor|participant) \w+(?: as [^;#]+)?|(?:alt|else|opt|loop) [^;#]+|else|end|Note over \w+(?:,\w+)?: [^;#]+|(?:\w+|\[\*\]) ?--?>>? ?(?:\w+|\[\*\])(?:: [^;#]+)?)$/

  for (const path of pages) {
    const text = readFileSync(join(root, path), "utf8")
    const lines = Array.from(
      text.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm),
      ([, diagram]) => diagram!.trim().split("\n")
    )
    if (lines.length === 0) continue
    it(`${path} has no line that Mermaid cannot parse, such as one with a semicolon`, () => {
      assert.deepStrictEqual(lines.flat().filter((line) => !statement.test(line.trim())), [])
    })
  }
})

describe("the pages about levels", () => {
  const levels = [["index", "accounts"], ["server", "server"], ["admin", "admin"]] as const
  /** Modules with separate pages, or used by every program. */
  const elsewhere = [
    "AccessToken",
    "Admin",
    "ApiErrors",
    "Claims",
    "Client",
    "KnownErrors",
    "Server",
    "Session",
    "Sessions",
    "Tokens"
  ]

  for (const [entry, page] of levels) {
    const text = readFileSync(join(root, `docs/${page}.md`), "utf8")
    const namespaces = readFileSync(join(root, `src/${entry}.ts`), "utf8").matchAll(/export \* as (\w+) from "(\..+)"/g)
    for (const [, name, path] of namespaces) {
      if (elsewhere.includes(name!) && !(entry === "server" && name === "Sessions") || name === "TokenStore") continue
      it(`docs/${page}.md names every function of ${name}`, () => {
        const row = text.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${name}\``)) ?? ""
        const code = codeOf(join(root, "src", path!))
        const functions = Array.from(code.matchAll(/^export const (\w+)/gm), ([, name]) => name!)
        assert.deepStrictEqual(functions.filter((name) => !new RegExp(`\\b${name}\\b`).test(row)), [])
      })
    }
  }
})

describe("the page about React", () => {
  const text = readFileSync(join(root, "docs/react.md"), "utf8")
  const code = readFileSync(join(root, "react/index.ts"), "utf8")
  const exported = Array.from(code.matchAll(/^export \{([^}]*)\}/gm), ([, names]) => names!.split(",")).flat()
    .map((name) => name.trim()).filter((name) => !name.startsWith("type "))
  const hooks = exported.filter((name) => /^use[A-Z]/.test(name))

  it("has a row for each hook, with its suspending and non-suspending form", () => {
    const rows = Array.from(
      text.matchAll(/^\| `(use\w+)` \|(?: `(use\w+)`)? \|/gm),
      ([, value, state]) => [value!, state]
    )
    for (const [value, state] of rows) if (state !== undefined) assert.strictEqual(state, `${value}State`)
    assert.deepStrictEqual(
      [
        ...rows.flat().filter((name) => name !== undefined),
        "useAction",
        "useRetryOnline",
        "useRuntime",
        "useSignOut",
        "useTheme"
      ].toSorted(),
      hooks.toSorted()
    )
  })

  it("names every component, and the parts of tests", () => {
    const others = [
      "AuthProvider",
      "EffectAuthProvider",
      "AuthErrorBoundary",
      "HandlerPage",
      "Protect",
      "SignedIn",
      "SignedOut",
      "TestAuthProvider"
    ]
    for (
      const name of [
        ...others,
        "messageOf",
        "reveal",
        "testResource",
        "testState",
        "testUser",
        "useAction",
        "useRuntime"
      ]
    ) {
      assert.include(exported, name)
      assert.include(text, `\`${name}\``)
    }
  })
})

describe("docs/migrating.md", () => {
  it("names only functions, hooks and components that exist", async () => {
    const modules: ReadonlyArray<object> = await Promise.all([
      import("latchkey"),
      import("latchkey/server"),
      import("latchkey/admin"),
      import("latchkey/cli"),
      import("latchkey/react"),
      import("latchkey/promise")
    ])
    const find = (owner: object, name: string): unknown => Reflect.get(owner, name)
    const exists = (namespace: string, name: string): boolean =>
      modules.some((module) => {
        const found = find(module, namespace)
        return typeof found === "object" && found !== null && name in found
      })
    const text = readFileSync(join(root, "docs/migrating.md"), "utf8")
    const unknown = text.split("\n").filter((line) => line.startsWith("| ")).flatMap((line) => {
      let namespace = ""
      const cell = line.split("|")[2]!
      return Array.from(cell.matchAll(/`(?:([A-Z]\w+))?\.?(\w+)(?:\([^`]*\))?`/g)).flatMap(([code, owner, name]) => {
        const plain = code.slice(1, -1).replace(/\(.*$/, "")
        if (!plain.includes(".")) {
          // A hook or a component; a lower-case word is a field, an option or a header.
          return /^(?:use[A-Z]|[A-Z])\w+$/.test(plain) && !modules.some((module) => plain in module) ? [code] : []
        }
        namespace = owner ?? namespace
        return /^[A-Z]/.test(plain) || plain.startsWith(".") ? exists(namespace, name!) ? [] : [code] : []
      })
    })
    assert.deepStrictEqual(unknown, [])
  })
})

describe("the README", () => {
  const text = readFileSync(join(root, "README.md"), "utf8")

  it("states in its first lines what Latchkey is, which service it works with, and that it is independent", () => {
    const first = text.slice(0, 1200)
    for (const words of ["Effect", "Stack Auth", "hosted or self-hosted", "independent"]) assert.include(first, words)
  })

  it("has the two commands of the front door", () => {
    assert.include(text, "npm install && npm start")
    assert.include(text, "npm install && npm test")
  })

  it("shows each of the four uses in a code block, and compiles all of them", () => {
    const shown = [...fragmentsOf(text), ...fragmentsOf(text, "tsx")]
    assert.deepStrictEqual(shown.filter((fragment) => !fragment.includes("import ")), [])
    for (const entry of ["latchkey", "latchkey/promise", "latchkey/react", "latchkey/emulator"]) {
      assert.isTrue(shown.some((fragment) => fragment.includes(`from "${entry}"`)), entry)
    }
  })

  it("shows existing images with alternative texts", () => {
    const pictures = Array.from(text.matchAll(/docs\/images\/[\w.-]+/g), ([path]) => path)
    assert.isAtLeast(pictures.length, 2)
    for (const path of pictures) assert.isAbove(readFileSync(join(root, path)).length, 0, path)
    const images = Array.from(text.matchAll(/<img [^>]*>|!\[[^\]]*\]/g), ([image]) => image)
    for (const image of images) assert.match(image, /alt="[^"]{10,}"|!\[.{10,}\]/)
  })

  it("has at most 200 lines", () => {
    assert.isAtMost(text.split("\n").length, 200)
  })

  it("repeats, like docs/why.md and the home page of the site, only figures of docs/performance.md", () => {
    const performance = readFileSync(join(root, "docs/performance.md"), "utf8")
    const others = ["docs/why.md", "site/content/index.md"].map((path) => readFileSync(join(root, path), "utf8"))
    for (const page of [text, ...others]) {
      const rows = page.split("\n").filter((line) => line.startsWith("|")).join("\n")
      const figures = Array.from(rows.matchAll(/(\d+\.\d)(?!\.)|(\d+)(?= µs)/g), ([figure]) => figure)
      assert.isAtLeast(figures.length, 5)
      assert.deepStrictEqual(figures.filter((figure) => !new RegExp(`\\b${figure}\\b`).test(performance)), [])
    }
  })

  it("links, like every page, only to existing files and headings", () => {
    assert.deepStrictEqual(deadMarkdownLinks(root), [])
  })
})
