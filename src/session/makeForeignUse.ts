/** The code that remembers own issues, and finds foreign ones. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { call } from "../call/call.ts"
import { getRequestHeader, getResponseHeader } from "../call/headers.ts"
import { Transport, TransportFailure, type TransportRequest, type TransportResponse } from "../call/Transport.ts"
import { Locks } from "../platform/Locks.ts"
import { Sha256 } from "../platform/Sha256.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import { list, type UserSession } from "../wire/sessions.ts"
import * as AccessToken from "./AccessToken.ts"
import { type Client, ClientDecorator } from "./ClientService.ts"
import { ForeignUse, type FoundUse } from "./ForeignUseService.ts"
import { type IssueMemory, makeProcessMemory, makeStorageMemory } from "./IssueMemory.ts"
import { makeListeners } from "./listeners.ts"
import { check, type InvalidOptions } from "./options.ts"
import {
  begin,
  type FoundUse as StoredUse,
  isForeign,
  type Issue,
  longestDelay,
  observe,
  type OwnIssues,
  refuse,
  settle,
  share
} from "./ownIssues.ts"
import type { Storage } from "./StorageTokenStore.ts"
import type { Tokens } from "./Tokens.ts"
import type { TokenStore } from "./TokenStore.ts"

/** The longest wait for the sessions list before a refresh, in milliseconds. */
const listMillis = 5000

/** The wait before a use is reported, in milliseconds. Other tabs' changes of the storage may arrive late. */
const confirmMillis = 2000

/** A change of the memory that takes longer was interrupted by a sleep, in milliseconds. */
const sleepMillis = 10_000

const refreshPath = "/auth/sessions/current/refresh"
const tokenPath = "/auth/oauth/token"

/** Returns the tokens in a request's form or JSON body. */
const readBody = ({ body = "", headers }: TransportRequest): (name: string) => string | undefined => {
  if (headers["content-type"]?.includes("form") === true) {
    const form = new URLSearchParams(body)
    return (name) => form.get(name) ?? undefined
  }
  return readJson(body)
}

const readJson = (text: string): (name: string) => string | undefined => {
  const value = parseJson(text)
  return (name) => {
    const field = isObject(value) ? value[name] : undefined
    return typeof field === "string" ? field : undefined
  }
}

const parseIssue = (token: string | undefined): Issue | undefined => {
  const parsed = token === undefined ? undefined : AccessToken.parse(Redacted.make(token))
  return parsed?.issuedAtMillis === undefined ? undefined : {
    iat: parsed.issuedAtMillis / 1000,
    sessionId: parsed.sessionId,
    userId: parsed.userId
  }
}

const issueTimeOf = (tokens: Tokens | undefined): number | undefined =>
  tokens?.accessToken && parseIssue(Redacted.value(tokens.accessToken))?.iat

/** Returns `true` if the service has certainly issued no token: it refused, and not a gateway. */
const isRefusal = (response: TransportResponse): boolean => {
  const status = Number(getResponseHeader(response, "actual-status") ?? response.status)
  return getResponseHeader(response, "known-error") !== undefined && status >= 400 && status < 500
}

/** Lists a user's sessions, as the session with the tokens. */
type ListSessions = (tokens: Tokens | undefined, userId: string) => Effect.Effect<ReadonlyArray<UserSession>, unknown>

/** Creates the service, and a transport that remembers the issues. `onFound` runs before a refresh continues. */
const make = Effect.fnUntraced(function*(
  memory: IssueMemory,
  store: TokenStore["Service"] | undefined,
  onFound: (use: FoundUse, userId: string | undefined) => Effect.Effect<void> = () => Effect.void
) {
  const sha256 = yield* Sha256
  const send = yield* Transport
  const { notify, subscribe } = makeListeners<FoundUse>()
  /** When this program's knowledge about a session starts, in seconds. A crash may have lost what an earlier one remembered. */
  const starts = new Map<string, number>()
  let listSessions: ListSessions | undefined
  const idOf = (refreshToken: string) => sha256(refreshToken)
  const sinceOf = (id: string) => memory.mayRollBack ? starts.get(id) ?? Infinity : 0

  /** Reads the memory, and the store's token, which another program may have stored. */
  const read = Effect.fnUntraced(function*(id: string, tokens?: Tokens) {
    const stored = issueTimeOf(tokens)
    const known = yield* memory.read(id)
    const observed = known && observe(known, stored)
    if (known !== observed) yield* memory.modify(id, (memory) => memory && observe(memory, stored))
    return observed
  })

  const toFound = (sessionId: string, { at, place }: StoredUse): FoundUse => ({ sessionId, at: new Date(at), place })

  const judge = Effect.fnUntraced(function*(
    id: string,
    session: UserSession | undefined,
    readTokens: Effect.Effect<Tokens | undefined>
  ) {
    const at = session?.lastUsedAt?.getTime()
    if (session === undefined || at === undefined) return undefined
    const isSuspect = (memory: OwnIssues | undefined) =>
      isForeign(memory, at, sinceOf(id)) && (memory?.sessionId === undefined || memory.sessionId === session.id)
    let known = yield* read(id, yield* readTokens)
    if (known?.found?.at === at || !isSuspect(known)) return known?.found && toFound(session.id, known.found)
    yield* Effect.sleep(confirmMillis)
    known = yield* read(id, yield* readTokens)
    if (!isSuspect(known)) return known?.found && toFound(session.id, known.found)
    const found = { at, place: session.lastUsedAtEndUserIpInfo }
    let isNew = false
    let changed: OwnIssues | undefined
    // The reads may be from a replica that no longer follows. A change that is stored is not.
    const isStored = yield* memory.modify(id, (memory) => {
      isNew = isSuspect(memory) && memory?.found?.at !== at
      return changed = isNew && memory ? { ...memory, found } : memory
    })
    if (!isStored || changed?.found === undefined) return undefined
    const use = toFound(session.id, changed.found)
    if (isNew) {
      notify(use)
      yield* onFound(use, known?.userId)
    }
    return use
  })

  /** Searches for a use before a refresh overwrites it. Never fails, and never delays a refresh for long. */
  const checkBeforeRefresh = (id: string, refreshToken: string): Effect.Effect<void> =>
    Effect.gen(function*() {
      const known = yield* memory.read(id)
      if (listSessions === undefined || known?.sessionId === undefined) return
      if (known.isShared || known.open.length > 0) return
      const readTokens = store === undefined ? Effect.undefined : Effect.map(
        store.get,
        (tokens) => tokens?.refreshToken && Redacted.value(tokens.refreshToken) === refreshToken ? tokens : undefined
      )
      const tokens = yield* readTokens
      if (tokens?.accessToken === undefined && store !== undefined) return
      const userId = store === undefined ? known.userId : "me"
      if (userId === undefined) return
      const sessions = yield* listSessions(tokens, userId)
      yield* judge(id, sessions.find(({ id }) => id === known.sessionId), readTokens)
    }).pipe(
      Effect.timeout(listMillis + confirmMillis),
      Effect.catch(() => Effect.void)
    )

  /** Remembers a response. A response without a token and without a refusal leaves the request open. */
  const settleResponse = Effect.fnUntraced(function*(
    request: TransportRequest,
    id: string | undefined,
    attempt: string,
    response: TransportResponse
  ) {
    const field = readJson(response.body)
    const issued = parseIssue(field("access_token"))
    const given = field("refresh_token")
    const issuedId = given === undefined ? id : yield* idOf(given)
    const isPassedOn = /\/auth\/cli|cross-domain/.test(request.url)
    if (issuedId !== undefined && issued !== undefined) {
      if (!starts.has(issuedId)) starts.set(issuedId, issued.iat + longestDelay)
      yield* memory.modify(issuedId, (memory) => {
        const settled = settle(memory, issuedId === id ? attempt : undefined, issued)
        return isPassedOn ? share(settled) : settled
      })
    } else if (isPassedOn) {
      const passed = given ?? readBody(request)("refresh_token")
      if (passed !== undefined) yield* memory.modify(yield* idOf(passed), share)
    }
    const isDone = isRefusal(response) ||
      response.status < 300 && (issued === undefined ? !isTokenRequest(request) : issuedId !== id)
    if (id !== undefined && isDone) yield* memory.modify(id, (memory) => refuse(memory, attempt))
  })

  /** Remembers a request before it is sent. After a sleep, others may regard it as lost, so it is remembered again. */
  const remember = Effect.fnUntraced(function*(id: string, attempt: string) {
    for (;;) {
      const startedAt = yield* Clock.currentTimeMillis
      const isKnown = yield* memory.modify(id, (memory) => begin(refuse(memory, attempt), attempt))
      if (!isKnown || (yield* Clock.currentTimeMillis) - startedAt <= sleepMillis) return isKnown
    }
  })

  const sendAndRemember: Transport = (request) =>
    request.method !== "POST" || !request.url.includes("/auth/") ? send(request) : Effect.gen(function*() {
      const refreshToken = getRequestHeader(request.headers, "refresh-token") ??
        (isTokenRequest(request) ? readBody(request)("refresh_token") : undefined)
      if (refreshToken === undefined) {
        return yield* Effect.tap(send(request), (response) => settleResponse(request, undefined, "", response))
      }
      const id = yield* idOf(refreshToken)
      if (isTokenRequest(request)) yield* checkBeforeRefresh(id, refreshToken)
      if (store !== undefined) yield* read(id, yield* store.get)
      const attempt = (yield* Random.next).toString(36).slice(2)
      if (!(yield* remember(id, attempt)) && memory.isRequired) {
        return yield* new TransportFailure({ message: "The session's own issues could not be stored" })
      }
      return yield* send(request).pipe(
        Effect.tap((response) => settleResponse(request, id, attempt, response)),
        // A request after a sleep may have been counted as lost already, with too early a time.
        Effect.onError(() =>
          memory.modify(id, (memory) => memory?.open.includes(attempt) === true ? memory : begin(memory, attempt))
        )
      )
    })

  const service = ForeignUse.of({
    find: Effect.fnUntraced(function*(sessions, tokens) {
      if (tokens?.refreshToken === undefined) return undefined
      const current = sessions.find(({ isCurrentSession }) => isCurrentSession)
      return yield* judge(yield* idOf(Redacted.value(tokens.refreshToken)), current, store?.get ?? Effect.undefined)
    }),
    share: (refreshToken) =>
      Effect.flatMap(idOf(Redacted.value(refreshToken)), (id) => Effect.asVoid(memory.modify(id, share))),
    subscribe
  })
  const setList = (list: ListSessions) => {
    listSessions = list
  }
  return { service, sendAndRemember, setList }
})

/** The requests for a token of a session that exists. */
const isTokenRequest = ({ url }: TransportRequest): boolean => url.endsWith(refreshPath) || url.endsWith(tokenPath)

/**
 * Creates the service, its transport, and the decorator for clients that use both. A client that exists already is decorated.
 *
 * @internal
 */
export const makeContext = Effect.fnUntraced(function*(
  memory: IssueMemory,
  store?: TokenStore["Service"],
  existing?: Client["Service"]
) {
  const { service, setList, sendAndRemember } = yield* make(memory, store)
  const decorate = yield* ClientDecorator
  const attach = (client: Client["Service"]): void => {
    client.session.foreignUse = service
    // One request, with tokens that are not refreshed for it: a refresh waits for the list.
    setList((tokens) => {
      const traits = tokens?.accessToken && client.session.getTraits(tokens.accessToken)
      const given = Effect.succeed(tokens && { ...tokens, ...traits })
      const credentials = { tokens: given, storedTokens: given, currentTokens: given, expire: () => Effect.void }
      const caller = { ...client.caller, isOnce: true, credentials }
      return Effect.map(call(caller, list, { query: { userId: "me" } }), ({ items }) => items)
    })
  }
  if (existing !== undefined) attach(existing)
  return Context.make(ForeignUse, service).pipe(
    Context.add(Transport, sendAndRemember),
    Context.add(ClientDecorator, (client) => {
      attach(client)
      return decorate(client)
    })
  )
})

/**
 * Creates the service for a server, and its transport. The server lists sessions with its key, so that an expired access token does
 * not prevent the check.
 *
 * @internal
 */
export const makeServerContext = Effect.fnUntraced(function*(
  memory: IssueMemory,
  list: (userId: string) => Effect.Effect<ReadonlyArray<UserSession>, unknown>,
  onFound: (use: FoundUse, userId: string | undefined) => Effect.Effect<void>
) {
  const { service, setList, sendAndRemember } = yield* make(memory, undefined, onFound)
  setList((_, userId) => list(userId))
  return Context.make(ForeignUse, service).pipe(Context.add(Transport, sendAndRemember))
})

/** Fails with `InvalidOptions` for a store that shares the session with other hosts, whose uses would appear to be foreign. @internal */
export const checkStore = ({ domain }: TokenStore["Service"]): Effect.Effect<void, InvalidOptions> =>
  check(
    "domain",
    domain === undefined,
    "must not be set with ForeignUse: the domain's other hosts use the session, too"
  )

/** Creates a memory over a browser's storage. Without locks between tabs it stays empty. @internal */
export const makeBrowserMemory = (storage: Storage | (() => Storage)): Effect.Effect<IssueMemory> =>
  Effect.map(Effect.zip(Locks, makeProcessMemory), ([locks, empty]) =>
    globalThis.navigator?.locks === undefined
      ? { ...empty, read: () => Effect.undefined, modify: () => Effect.succeed(false) }
      : makeStorageMemory(storage, locks))
