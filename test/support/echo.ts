/** A service that echoes its input in every encoding a careless service may use, for a program with every kind of secret. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import {
  RetryPolicy,
  TokenStore,
  Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse
} from "latchkey"
import { Admin } from "latchkey/admin"
import { decode, Problem } from "../../src/wire/decode.ts"
import type { KnownErrorClass } from "../../src/wire/KnownError.ts"
import { getWireNames } from "../../src/wire/names.ts"
import { layer as layerExposure } from "./exposure.ts"
import { apiUrl, jwt, projectId, response } from "./Wire.ts"

/** The mark that every secret of these tests contains, and no other value. Encodings do not change it. */
export const mark = "PLANTED"

export const planted = {
  accessToken: `${jwt({ sub: "user", iat: 0, exp: 4_000_000_000 })}${mark}access`,
  refreshToken: `refresh${mark}/+=token`,
  publishable: `pck_${mark}publishable`,
  server: `ssk_${mark}server`,
  admin: `sak_${mark}admin`,
  // Every character that some encoding escapes.
  password: `pass "wörd" <${mark}> & 'more' \\ + / % ?=`,
  newPassword: `new\t${mark}\u{1F989}password`
}

/** An admin level with every key, over a server that responds with a function of the request. */
export const layer = (
  answer: (request: TransportRequest) => TransportResponse | TransportFailure,
  store: Layer.Layer<TokenStore.TokenStore> = TokenStore.layerTokens(planted)
) =>
  Admin.layer({
    projectId,
    apiUrl,
    publishableClientKey: planted.publishable,
    secretServerKey: Redacted.make(planted.server),
    superSecretAdminKey: Redacted.make(planted.admin)
  }).pipe(
    Layer.provide(store),
    Layer.provide(Layer.succeed(RetryPolicy, Schedule.recurs(0))),
    Layer.provide(Layer.succeed(Transport, (request) =>
      Effect.suspend(() => {
        const answered = answer(request)
        return answered instanceof TransportFailure ? Effect.fail(answered) : Effect.succeed(answered)
      }))),
    Layer.provideMerge(layerExposure)
  )

/** Every string within a value. */
const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
    ? Object.values(value).flatMap(textsIn)
    : []

const base64 = (text: string, encoding: "base64" | "base64url" = "base64") => Buffer.from(text).toString(encoding)

/** The request in every encoding a careless server may use. */
export const echo = ({ body = "", headers, method, url }: TransportRequest): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`).join("\r\n")
  const html = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  const attribute = (text: string) => html(text).replaceAll("\"", "&quot;").replaceAll("'", "&#39;")
  const lowerCase = (text: string) => text.replace(/%../g, (byte) => byte.toLowerCase())
  const ascii = (text: string) =>
    JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  const texts = textsIn(body.startsWith("{") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)))
  const form = new URLSearchParams(texts.map((text) => ["field", text])).toString()
  return [
    `${method} ${url}`,
    lines,
    body,
    JSON.stringify(headers),
    JSON.stringify(body),
    ...texts,
    ...texts.map(encodeURIComponent),
    form,
    ...[...texts.map(encodeURIComponent), form].map(lowerCase),
    ...texts.map(ascii),
    ...texts.map(html),
    ...texts.map(attribute),
    ...texts.map((text) => attribute(text).replaceAll("&#39;", "&#x27;")),
    html(body),
    attribute(body),
    base64(lines),
    base64(`${body} `),
    base64(form),
    ...texts.flatMap((text) => ["", "a", "ab"].map((before) => base64(before + text + before))),
    ...Object.values(headers).map((text) => `Basic ${base64(`user:${text}`)}`),
    ...texts.map((text) => base64(text, "base64url"))
  ].join("\n")
}

/** The mark as it is, and in Base64 by its position in a group of three bytes. */
const marks = [mark, ...["", "a", "ab"].map((before) => base64(before + mark).slice(before.length + 1, 9))]

/** Returns the surroundings of every planted secret that a text shows. */
export const findShown = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) =>
    marks.flatMap((mark) => {
      const at = text.indexOf(mark)
      return at === -1 ? [] : [text.slice(Math.max(0, at - 200), at + 100)]
    })
  )

export const assertNothingShows = (texts: ReadonlyArray<string>) => {
  assert.isAbove(texts.length, 5)
  const [shown] = findShown(texts)
  assert.isUndefined(shown, shown)
}

/** Values for the fields of details, with a text in every string. */
const candidatesOf = (text: string): ReadonlyArray<unknown> => [
  text,
  [text, { [text]: text }],
  "client",
  "user",
  "team",
  1,
  true,
  ["client"],
  { type: text }
]

type Accepted = NonNullable<KnownErrorClass["details"]>

const accepts = (codec: Accepted, details: object): boolean => !(decode(codec, details) instanceof Problem)

/** The candidates of every field that a class accepted last, which are tried first. */
const lastAccepted = new WeakMap<Accepted, Readonly<Record<string, number>>>()

const findDetails = (codec: Accepted, text: string): object | undefined => {
  const candidates = candidatesOf(text)
  const toDetails = (indices: Readonly<Record<string, number>>): object =>
    Object.fromEntries(Object.entries(indices).map(([name, index]) => [name, candidates[index]]))
  const last = lastAccepted.get(codec)
  if (last !== undefined && accepts(codec, toDetails(last))) return toDetails(last)
  let all: ReadonlyArray<Readonly<Record<string, number>>> = [{}]
  for (const name of getWireNames(codec)) {
    all = all.flatMap((indices) => candidates.map((_, index) => ({ ...indices, [name]: index })))
  }
  const found = all.find((indices) => accepts(codec, toDetails(indices)))
  if (found === undefined) return undefined
  lastAccepted.set(codec, found)
  return toDetails(found)
}

/** Details accepted by the class, with a text in every string. */
export const detailsOf = (known: KnownErrorClass, text: string): object => {
  if (known.details === undefined) return { note: text, [text]: [text], attempt_code: text }
  const details = findDetails(known.details, text)
  assert.isDefined(details, `no details for ${known.tag}`)
  return { ...details, [text]: text }
}

/** Responds with an error that echoes the request in every field. */
export const hostile = (known: KnownErrorClass) => (request: TransportRequest): TransportResponse => {
  const text = echo(request)
  return response(200, { code: known.code, error: text, details: detailsOf(known, text), request: text }, {
    "x-stack-known-error": known.code,
    "x-stack-actual-status": String(known.status)
  })
}

/** Responds as before, but issues a new access token if the old one was refused. */
export const issuing =
  <A>(answer: (request: TransportRequest) => A) => (request: TransportRequest): A | TransportResponse =>
    request.url.endsWith("/auth/oauth/token") ? response(200, { access_token: planted.accessToken }) : answer(request)
