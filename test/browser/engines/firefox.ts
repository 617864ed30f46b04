/** The Firefox of this machine, over Marionette: its own form of WebDriver, without geckodriver. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Engine } from "./Engine.ts"
import { start, stop } from "./program.ts"
import { until } from "./until.ts"
import { type Commands, idOf, makeProfile } from "./webDriver.ts"

const prefs = {
  // Any free port, which Firefox writes into its profile.
  "marionette.port": 0,
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.enabled": false,
  // No requests to other sites.
  "browser.safebrowsing.update.enabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  // Virtual authenticators instead of the ones of the machine.
  "security.webauth.webauthn_enable_softtoken": true,
  "security.webauth.webauthn_enable_usbtoken": false
}

type Send = (command: string, parameters?: object) => Promise<unknown>

/** Sends commands as `length:[0,id,name,parameters]`, and reads `length:[1,id,error,result]`. */
const makeSend = (socket: Socket): Send => {
  const waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >()
  let buffer = Buffer.alloc(0)
  let lastId = 0
  socket.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk])
    for (;;) {
      const colon = buffer.indexOf(":")
      const end = colon + 1 + Number(buffer.subarray(0, Math.max(0, colon)).toString())
      if (colon < 0 || buffer.length < end) return
      const message: unknown = JSON.parse(buffer.subarray(colon + 1, end).toString())
      buffer = buffer.subarray(end)
      // The first message is the version of the protocol.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`))
      else waiting.get(id)?.resolve(result)
      waiting.delete(id)
    }
  })
  socket.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox ended"))
  })
  return (command, parameters = {}) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      const message = JSON.stringify([0, id, command, parameters])
      socket.write(`${Buffer.byteLength(message)}:${message}`)
    })
}

const makeCommands = (send: Send): Commands => {
  // Sound: these commands return their result as `value`.
  const valueOf = async (command: string, parameters?: object) =>
    (await send(`WebDriver:${command}`, parameters) as { readonly value: unknown }).value
  return {
    navigate: (url) => send("WebDriver:Navigate", { url }),
    url: () => valueOf("GetCurrentURL").then(String),
    newTab: async () => {
      // Sound: the command returns the handle.
      const { handle } = await send("WebDriver:NewWindow", { type: "tab" }) as { readonly handle: string }
      return handle
    },
    switchTo: (handle) => send("WebDriver:SwitchToWindow", { handle }),
    execute: (script, args) => valueOf("ExecuteScript", { script, args, sandbox: null }),
    labelOf: (element) => valueOf("GetComputedLabel", { id: idOf(element) }).then(String),
    click: (element) => send("WebDriver:ElementClick", { id: idOf(element) }),
    clear: (element) => send("WebDriver:ElementClear", { id: idOf(element) }),
    type: (element, text) => send("WebDriver:ElementSendKeys", { id: idOf(element), text }),
    pressKey: (value) =>
      send("WebDriver:PerformActions", {
        actions: [{ type: "key", id: "keyboard", actions: [{ type: "keyDown", value }, { type: "keyUp", value }] }]
      })
  }
}

const listHandles = async (send: Send): Promise<ReadonlyArray<string>> =>
  // Sound: the command returns the handles.
  await send("WebDriver:GetWindowHandles") as ReadonlyArray<string>

/** Starts Firefox. Its profiles follow each other: the cookies are deleted before the next one. */
export const startFirefox = async (path: string): Promise<Engine> => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-firefox-"))
  const lines = Object.entries(prefs).map(([name, value]) =>
    `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`
  )
  await writeFile(join(folder, "user.js"), lines.join("\n"))
  const firefox = start(path, [
    "--headless",
    "--no-remote",
    "--marionette",
    // Deletes the cookies of all hosts.
    "--remote-allow-system-access",
    "--profile",
    folder
  ])
  const port = await until(
    () =>
      readFile(join(folder, "MarionetteActivePort"), "utf8").then((text) => Number(text) || undefined, () => undefined),
    () => `Firefox did not start: ${path}`
  )
  const socket = connect(port, "127.0.0.1")
  const send = makeSend(socket)
  await send("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } })
  const commands = makeCommands(send)
  return {
    newProfile: async () => {
      const [first, ...others] = await listHandles(send)
      for (const handle of others) {
        await send("WebDriver:SwitchToWindow", { handle })
        await send("WebDriver:CloseWindow")
      }
      await commands.switchTo(first!)
      await commands.navigate("about:blank")
      // Cookies belong to a host and not to a port.
      await send("Marionette:SetContext", { value: "chrome" })
      await commands.execute("Services.cookies.removeAll()", [])
      await send("Marionette:SetContext", { value: "content" })
      return makeProfile(commands, first!, {
        addAuthenticator: async () => {
          await send("WebAuthn:AddVirtualAuthenticator", {
            protocol: "ctap2_1",
            transport: "internal",
            hasResidentKey: true,
            hasUserVerification: true,
            isUserConsenting: true,
            isUserVerified: true
          })
        },
        close: async () => {}
      })
    },
    close: async () => {
      socket.destroy()
      await stop(firefox)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
