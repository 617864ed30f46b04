/** An emulator on a port, with a clock that a test can advance. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { Client, Password, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import type { Account } from "./provider.ts"
import { codeOf } from "./totp.ts"
import type { User } from "./users.ts"

/** An email as the inbox returns it over HTTP. */
export interface Mail {
  readonly type: string
  readonly subject: string
  readonly link: string
  readonly code: string
  readonly otp: string | null
}

export interface Service {
  readonly url: string
  /** Changes the service's state directly. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Emulator.Emulator>) => Promise<A>
  readonly createUser: (user: Emulator.UserOptions) => Promise<{ readonly id: string }>
  readonly configure: (config: Emulator.ConfigOptions) => Promise<void>
  /** Signs a user in on another device. */
  readonly tokensOf: (user: User) => Promise<{ readonly accessToken: string; readonly refreshToken: string }>
  /** Approves with an account instead of the provider's page, and returns the callback URL. */
  readonly comeBack: (authorizationUrl: string, account: Account) => Promise<string>
  /** The newest email to an address, read over HTTP. */
  readonly mailTo: (address: string, type?: string) => Promise<Mail>
  /** An authenticator app's code for a URI now, and its period of 30 seconds. */
  readonly totp: (address: string) => string
  /** Advances the service's clock. */
  readonly advance: (millis: number) => void
  readonly close: () => Promise<void>
}

export const startService = async (options: Emulator.Options = {}): Promise<Service> => {
  let ahead = 0
  let lastStep: number | undefined
  const clock = Layer.effect(Clock.Clock, Effect.map(Clock.Clock, (clock) => aheadOf(clock, () => ahead)))
  const runtime = ManagedRuntime.make(Layer.provideMerge(Emulator.layerWithoutTransport(options), clock))
  const run: Service["run"] = (effect) => runtime.runPromise(effect)
  const { url } = await run(Effect.provideService(serve(), Scope.Scope, runtime.scope))
  return {
    url,
    run,
    createUser: (user) => run(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.createUser(user))),
    configure: (config) => run(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.configure(config))),
    tokensOf: async ({ password, primaryEmail }) => {
      const client = Client.layer({ ...Emulator.clientOptions, apiUrl: url }).pipe(Layer.provide(TokenStore.layerNone))
      const signIn = Password.signIn({ email: primaryEmail, password })
      const { tokens: { accessToken, refreshToken } } = await run(Effect.provide(signIn, client))
      return { accessToken: Redacted.value(accessToken!), refreshToken: Redacted.value(refreshToken) }
    },
    comeBack: (authorizationUrl, { email, id }) =>
      run(
        Effect.flatMap(Emulator.Emulator, (emulator) =>
          emulator.signInWithProvider(authorizationUrl, { accountId: id, email })).pipe(Effect.map(String))
      ),
    mailTo: async (address, type) => {
      const response = await fetch(`${url}/latchkey/inbox?to=${encodeURIComponent(address)}`)
      const { items } = await response.json() as { readonly items: ReadonlyArray<Mail> }
      const mail = items.findLast((mail) => type === undefined || mail.type === type)
      if (mail === undefined) throw new Error(`There is no such mail to ${address}, but ${JSON.stringify(items)}`)
      return mail
    },
    totp: (address) => {
      const left = 30_000 - (Date.now() + ahead) % 30_000
      // Starts the next 30 seconds if the current ones would end soon or their code was used. A browser that has not noticed is
      // then behind by less than a step: it knows the service's time to the second.
      if (left < 20_000 || stepOf(Date.now() + ahead) === lastStep) ahead += left
      lastStep = stepOf(Date.now() + ahead)
      return codeOf(address, Date.now() + ahead)
    },
    advance: (millis) => {
      ahead += millis
    },
    close: () => runtime.dispose()
  }
}

/** The 30-second period of a time, each of which has one code. */
const stepOf = (millis: number): number => Math.floor(millis / 30_000)

const aheadOf = (clock: Clock.Clock, millis: () => number): Clock.Clock => {
  const nanos = () => BigInt(millis()) * 1_000_000n
  return Object.assign<object, Clock.Clock>(Object.create(clock), {
    ...clock,
    currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + millis(),
    currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis()),
    currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + nanos(),
    currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now + nanos())
  })
}
