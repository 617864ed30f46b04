import { strict as assert } from "node:assert"
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../../scripts/repository.ts"

const program = `import { Password } from "latchkey"
import { startEmulator } from "latchkey/emulator/testing"
import { createAuthClient } from "latchkey/promise"
import { SignIn } from "latchkey/react"
export const used = [Password.signIn, startEmulator, createAuthClient, SignIn]
`

/** Each word with the file of the package that contains its definition. */
const definitions = [
  ["signIn,", "src/auth/Password.ts"],
  ["createAuthClient,", "src/promise/createAuthClient.ts"],
  ["SignIn]", "react/components/SignIn.tsx"],
  // The emulator's sources are not packed.
  ["startEmulator,", "dist/src/emulator/TestEmulator.d.ts"]
] as const

/**
 * Finds definitions with TypeScript's language server, as an editor does. The folder has the installed package with React. Values
 * have theirs in the packed sources, and these in other sources.
 */
export const checkDefinitions = async (folder: string): Promise<void> => {
  const options = { module: "nodenext", jsx: "react-jsx", skipLibCheck: true, noEmit: true }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["editor.ts"] }))
  writeFileSync(join(folder, "editor.ts"), program)
  const editor = openEditor(folder)
  try {
    await editor.request("initialize", { processId: process.pid, rootUri: toUri(folder), capabilities: {} })
    editor.notify("initialized", {})
    for (const [word, path] of definitions) {
      assert.equal(await editor.define("editor.ts", word), toUri(join(folder, "node_modules/latchkey", path)), word)
    }
    assert.equal(
      await editor.define("node_modules/latchkey/src/auth/Password.ts", "startSession)"),
      toUri(join(folder, "node_modules/latchkey/src/auth/startSession.ts"))
    )
    console.log(`an editor finds ${definitions.length + 1} definitions, in the sources`)
  } finally {
    editor.close()
  }
}

const toUri = (path: string): string => pathToFileURL(path).href

/** Starts the language server of the repository's TypeScript. Its messages are JSON-RPC after a header with their length. */
function openEditor(folder: string) {
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  const server = spawn(process.execPath, [tsc, "--lsp", "--stdio"], { cwd: folder, stdio: ["pipe", "pipe", "ignore"] })
  const waiting = new Map<number, (result: unknown) => void>()
  const opened = new Set<string>()
  let received = Buffer.alloc(0)

  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  const take = (): unknown => {
    const end = received.indexOf("\r\n\r\n")
    const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, Math.max(end, 0)).toString())?.[1])
    if (end < 0 || received.length < end + 4 + length) return undefined
    const text = received.subarray(end + 4, end + 4 + length).toString()
    received = received.subarray(end + 4 + length)
    return JSON.parse(text)
  }

  server.stdout.on("data", (data: Buffer) => {
    received = Buffer.concat([received, data])
    for (let message = take(); message !== undefined; message = take()) {
      // Sound: a message of JSON-RPC. The server requests settings and registrations, which may be null.
      const { id, method, params, result } = message as Message
      if (method === undefined) waiting.get(id!)?.(result)
      else if (id !== undefined) send({ id, result: params.items?.map(() => null) ?? null })
    }
  })

  const request = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1
      waiting.set(id, resolve)
      server.once("exit", () => reject(new Error("the language server ended")))
      send({ id, method, params })
    })

  const notify = (method: string, params: object): void => send({ method, params })

  return {
    request,
    notify,
    close: () => server.removeAllListeners("exit").kill(),
    /** Returns the file with the definition of the first occurrence of a word. */
    define: async (path: string, word: string): Promise<string | undefined> => {
      const text = readFileSync(join(folder, path), "utf8")
      const uri = toUri(join(folder, path))
      if (!opened.has(uri)) {
        opened.add(uri)
        notify("textDocument/didOpen", { textDocument: { uri, languageId: "typescript", version: 1, text } })
      }
      const before = text.slice(0, text.indexOf(word)).split("\n")
      const position = { line: before.length - 1, character: before.at(-1)!.length }
      const found = await request("textDocument/definition", { textDocument: { uri }, position })
      // Sound: the server answers with a list of locations, or with null.
      return (found as ReadonlyArray<{ readonly uri: string }> | null)?.[0]?.uri
    }
  }
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params: { readonly items?: ReadonlyArray<unknown> }
  readonly result?: unknown
}
