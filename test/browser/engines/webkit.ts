/** The WebKitGTK of this machine, over its WebDriver. Its windows are on an invisible display. */
import type { Readable } from "node:stream"
import type { Engine } from "./Engine.ts"
import { freePort } from "./freePort.ts"
import { start, stop } from "./program.ts"
import { until } from "./until.ts"
import { type Commands, idOf, makeProfile } from "./webDriver.ts"

type Send = (method: "DELETE" | "GET" | "POST", path: string, body?: object) => Promise<unknown>

const makeSend = (url: string): Send => async (method, path, body = {}) => {
  const response = await fetch(url + path, { method, ...method === "POST" && { body: JSON.stringify(body) } })
  // Sound: each response of WebDriver has a value.
  const { value } = await response.json() as { readonly value: unknown }
  if (response.ok) return value
  const { error, message } = value as { readonly error: string; readonly message: string }
  throw new Error(`${error}: ${message}`)
}

const makeCommands = (send: Send, session: string): Commands => {
  const element = (reference: Parameters<typeof idOf>[0], command: string) =>
    `${session}/element/${idOf(reference)}/${command}`
  return {
    navigate: (url) => send("POST", `${session}/url`, { url }),
    url: () => send("GET", `${session}/url`).then(String),
    newTab: async () => {
      // Sound: the command returns the handle.
      const { handle } = await send("POST", `${session}/window/new`, { type: "tab" }) as { readonly handle: string }
      return handle
    },
    switchTo: (handle) => send("POST", `${session}/window`, { handle }),
    execute: (script, args) => send("POST", `${session}/execute/sync`, { script, args }),
    labelOf: (reference) => send("GET", element(reference, "computedlabel")).then(String),
    click: (reference) => send("POST", element(reference, "click")),
    clear: (reference) => send("POST", element(reference, "clear")),
    type: (reference, text) => send("POST", element(reference, "value"), { text }),
    pressKey: (value) =>
      send("POST", `${session}/actions`, {
        actions: [{ type: "key", id: "keyboard", actions: [{ type: "keyDown", value }, { type: "keyUp", value }] }]
      })
  }
}

/** Starts a display without a screen, and returns its name. */
const startDisplay = async (path: string) => {
  const program = start(path, ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {}, [
    "ignore",
    "ignore",
    "ignore",
    "pipe"
  ])
  // Sound: the fourth stream is a pipe that the program writes to.
  const output = program.stdio[3] as Readable
  const number = await new Promise<string>((resolve, reject) => {
    output.once("data", (data: Buffer) => resolve(data.toString().trim()))
    program.once("exit", () => reject(new Error(`Xvfb did not start: ${path}`)))
  })
  return { program, name: `:${number}` }
}

/** Starts the driver. It ends if another program takes its port first, and then gets another one. */
const startDriver = async (path: string, display: string) => {
  const env = { DISPLAY: display, GDK_BACKEND: "x11", WEBKIT_DISABLE_COMPOSITING_MODE: "1" }
  const failure = `WebKitWebDriver did not start: ${path}`
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = await freePort()
    const program = start(path, [`--port=${port}`], env)
    const send = makeSend(`http://127.0.0.1:${port}`)
    const isReady = await until(
      async () =>
        program.exitCode !== null || program.signalCode !== null
          ? false
          : await send("GET", "/status").then(() => true, () => undefined),
      () => failure
    )
    if (isReady) return { program, send }
  }
  throw new Error(failure)
}

export const startWebKit = async (driverPath: string, displayPath: string): Promise<Engine> => {
  const display = await startDisplay(displayPath)
  const { program: driver, send } = await startDriver(driverPath, display.name)
  return {
    newProfile: async () => {
      // Sound: the command returns the session's id.
      const { sessionId } = await send("POST", "/session", { capabilities: { alwaysMatch: {} } }) as {
        readonly sessionId: string
      }
      const session = `/session/${sessionId}`
      const commands = makeCommands(send, session)
      const first = String(await send("GET", `${session}/window`))
      return makeProfile(commands, first, {
        // WebKitGTK has no WebAuthn.
        addAuthenticator: undefined,
        close: async () => {
          await send("DELETE", session)
        }
      })
    },
    close: async () => {
      await stop(driver)
      await stop(display.program)
    }
  }
}
