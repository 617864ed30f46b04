/** Shared by the tests of React Native: a client of an emulator on a fake device. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Expo } from "latchkey/react-native"
import { ada, providers } from "../emulator/oauthSupport.ts"
import type { BrowserSession, Device } from "./device.ts"

export const { projectId } = Emulator.clientOptions

export const website = "https://app.example.com"

/** An emulator whose project trusts the website of the app. */
export const layerEmulator = (generation: "2025" | "2026" = "2026") =>
  Emulator.layer({
    generation,
    project: {
      config: {
        allowLocalhost: false,
        oauthProviders: providers,
        domains: [{ domain: website, handlerPath: "/handler" }]
      }
    }
  })

/** An app on a device. Each build is a start of the app. */
export const layerApp = (device: Device, options: Partial<Expo.ExpoOptions> = {}) =>
  Client.layer(Emulator.clientOptions).pipe(
    Layer.provideMerge(Expo.layerWith(device.modules, { projectId, scheme: "myapp", ...options }))
  )

/** Runs an effect in the app, from its start to its end. */
export const inApp = <A, E, R>(
  device: Device,
  effect: Effect.Effect<A, E, R>,
  options?: Partial<Expo.ExpoOptions>
) => Effect.scoped(Effect.provide(effect, Layer.fresh(layerApp(device, options))))

/** Makes the user sign in with the provider in each browser session. Returns the links that the service redirected to. */
export const signInAtProvider = (
  device: Device,
  decision: Emulator.ProviderDecision = ada,
  back: (session: BrowserSession, link: string) => void = (session, link) => session.redirect(link)
) =>
  Effect.gen(function*() {
    const emulator = yield* Emulator.Emulator
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const links: Array<string> = []
    device.onOpen = (session) => {
      run(Effect.map(Effect.orDie(emulator.signInWithProvider(session.url, decision)), (link) => {
        links.push(link.toString())
        back(session, link.toString())
      }))
    }
    return links
  })
