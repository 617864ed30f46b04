/** Shared by the emulator's tests: one emulator, a server level over it, and any number of devices. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type ApiError, Client, Password, TokenStore, Transport, type TransportRequest } from "latchkey"
import { Admin } from "latchkey/admin"
import { Emulator, type EmulatorResponse } from "latchkey/emulator"
import { Server } from "latchkey/server"

export const projectId = Emulator.adminOptions.projectId

/** A second project, to test the separation of projects. */
export const otherProject = {
  id: "11111111-2222-4333-8444-555555555555",
  publishableClientKey: "pck_other",
  secretServerKey: Redacted.make("ssk_other")
}

export const callbackUrl = "http://localhost:3000/verify"

export const email = "ada@example.com"
export const password = Redacted.make("correct horse")

/** An id of no user. */
export const nobody = "99999999-9999-4999-8999-999999999999"

/** Creates an emulator, and the list of requests sent to it by clients. */
export const recorded = (options?: Emulator.Options) => {
  const requests: Array<TransportRequest> = []
  const layer = Layer.effect(
    Transport,
    Effect.map(Transport, (transport): Transport => (request) => {
      requests.push(request)
      return transport(request)
    })
  ).pipe(Layer.provideMerge(Emulator.layer(options)))
  return { requests, layer }
}

/** An emulator, and the server level of its project, which is also a client with tokens in memory. */
export const layerTest = (options?: Emulator.Options) =>
  Server.layer(Emulator.serverOptions).pipe(
    Layer.provideMerge(TokenStore.layerMemory),
    Layer.provideMerge(Emulator.layer(options))
  )

/** The same with the admin level on top. */
export const layerAdmin = (options?: Emulator.Options) =>
  Admin.layer(Emulator.adminOptions).pipe(
    Layer.provideMerge(TokenStore.layerMemory),
    Layer.provideMerge(Emulator.layer(options))
  )

/** Builds a client with a separate store over the test's emulator. A layer provided twice is built once. */
export const device = (tokens: Parameters<typeof TokenStore.layerTokens>[0] = {}) =>
  Layer.build(Layer.fresh(
    Client.layer(Emulator.clientOptions).pipe(Layer.provideMerge(TokenStore.layerTokens(tokens)))
  ))

/** Runs an effect on a device. */
export const on =
  <R>(device: Context.Context<R>) => <A, E, R2>(effect: Effect.Effect<A, E, R2>): Effect.Effect<A, E, Exclude<R2, R>> =>
    Effect.provide(effect, device)

export const configure = (config: Parameters<Emulator.Emulator["Service"]["configure"]>[0]) =>
  Effect.flatMap(Emulator.Emulator, (emulator) => emulator.configure(config))

/** Every email the project would have sent, oldest first. */
export const inbox = Effect.flatMap(Emulator.Emulator, (emulator) => emulator.inbox())

/** The newest email to an address. */
export const mailTo = (address: string) =>
  Effect.orDie(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.latestMail({ to: address })))

/** The code in the newest email to an address. */
export const codeTo = (address: string) => Effect.map(mailTo(address), ({ code }) => code!)

export const signUp = (address = email, secret = password) =>
  Password.signUp({ email: address, password: secret, verificationCallbackUrl: callbackUrl })

export const signIn = (address = email, secret = password) => Password.signIn({ email: address, password: secret })

/** Runs an effect, and returns the error it fails with. */
export const failure = Effect.flip

/** The tag of a failure; for an `ApiError`, the tags down to the known error it contains. */
export const tagsOf = (error: { readonly _tag: string }): string => {
  if (!isApiError(error)) return error._tag
  const { reason } = error
  return "error" in reason && reason.error !== undefined
    ? `ApiError/${reason._tag}/${reason.error._tag}`
    : `ApiError/${reason._tag}`
}

const isApiError = (error: { readonly _tag: string }): error is ApiError => error._tag === "ApiError"

/** The status and the text of a refusal without a known error. */
export const refusalOf = (error: { readonly _tag: string }): { readonly status: number; readonly message: string } => {
  if (!isApiError(error) || error.reason._tag !== "RequestRefused") throw new Error(`Not refused but ${tagsOf(error)}`)
  const { message, status } = error.reason
  return { status, message }
}

export const clientHeaders = {
  "x-stack-access-type": "client",
  "x-stack-project-id": projectId,
  "x-stack-publishable-client-key": Emulator.adminOptions.publishableClientKey
}

export const serverHeaders = {
  "x-stack-access-type": "server",
  "x-stack-project-id": projectId,
  "x-stack-secret-server-key": "ssk_emulator"
}

export const adminHeaders = {
  "x-stack-access-type": "admin",
  "x-stack-project-id": projectId,
  "x-stack-super-secret-admin-key": "sak_emulator"
}

/** Sends a request directly, without a client. An object is sent as JSON. */
export const send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = clientHeaders,
  body?: object | string
): Effect.Effect<EmulatorResponse, never, Emulator.Emulator> =>
  Effect.flatMap(Emulator.Emulator, (emulator) =>
    emulator.handle({
      method,
      url: `https://api.test/api/v1${path}`,
      headers: typeof body === "object" ? { "content-type": "application/json", ...headers } : headers,
      body: typeof body === "object" ? JSON.stringify(body) : body
    }))

/** The code of a known error, compared in the header, the body and the status. */
export const codeOf = (response: EmulatorResponse): string | undefined => {
  const code = response.headers["x-stack-known-error"]
  if (code !== undefined && JSON.parse(response.body!).code !== code) throw new Error("The header and the body differ")
  return code
}

export const jsonOf = (response: EmulatorResponse): any => JSON.parse(response.body!)
