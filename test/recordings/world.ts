/**
 * The emulator's state as the recorded service must have had it: entities presupposed by the recorded exchanges are inserted as
 * rows before the replay, under the recorded ids. Rows created by the emulator keep their ids, which are matched with the
 * recorded ones.
 */
import type * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { createPublicKey, type KeyObject, randomUUID, verify } from "node:crypto"
import * as jwt from "../../src/emulator/state/jwt.ts"
import { normalizeEmail } from "../../src/emulator/state/projectTables.ts"
import {
  type CodePurpose,
  type CodeRow,
  type ContactChannelRow,
  type ProjectRow,
  type SessionRow,
  type UserRow
} from "../../src/emulator/state/rows.ts"
import { ServiceState } from "../../src/emulator/state/ServiceState.ts"
import { endSessions } from "../../src/emulator/state/sessionRows.ts"
import { defaultUserFields } from "../../src/emulator/state/userFields.ts"
import { Names } from "./names.ts"
import { projectRow } from "./projectRow.ts"
import { claimsOf, fieldsOf, isObject, type Recorded, type RecordedClaims, type Recording } from "./recordings.ts"
import { type Sighting, sightingsIn } from "./sightings.ts"

/** The lifetime in seconds of access tokens that are shortened in the recordings. */
const cutLife = 60

export const origin = "http://emulator.test"

/** The facts in a recorded exchange about a user whose creation was not recorded. */
export interface SeenUser {
  readonly id: string
  readonly email?: string | null | undefined
  readonly password?: string | null
  readonly verified?: boolean
  readonly usedForAuth?: boolean
  readonly displayName?: string | null
  readonly signedUpAtMillis?: number
  readonly otpAuthEnabled?: boolean
  readonly isAnonymous?: boolean
  readonly restrictedByAdmin?: boolean
  readonly oauthProviders?: UserRow["oauthProviders"]
  readonly serverMetadata?: UserRow["serverMetadata"]
}

const string = (value: unknown): string | undefined => typeof value === "string" ? value : undefined

/** The users in a response body: the body, or the items of its list. */
export const usersIn = (body: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  !isObject(body)
    ? []
    : (Array.isArray(body["items"]) ? body["items"] : [body]).filter((item) =>
      isObject(item) && "primary_email" in item
    )

const inCaseOf = (example: string, text: string): string =>
  example === example.toUpperCase() ? text.toUpperCase() : text

/** Returns `true` if a token has a signature of a key. */
const isSigned = (token: string, key: KeyObject): boolean => {
  const end = token.lastIndexOf(".")
  const signature = Buffer.from(token.slice(end + 1), "base64url")
  return verify("sha256", Buffer.from(token.slice(0, end)), { key, dsaEncoding: "ieee-p1363" }, signature)
}

/** The first address that the recordings show for each user. */
const emailsIn = (recorded: Recorded): ReadonlyMap<string, string> => {
  const emails = new Map<string, string>()
  for (const { response } of recorded.all) {
    for (const user of usersIn(response.body)) {
      const email = string(user["primary_email"])
      if (email !== undefined && !emails.has(String(user["id"]))) emails.set(String(user["id"]), email)
    }
  }
  return emails
}

export class World {
  readonly recorded: Recorded
  readonly state: ServiceState
  private readonly emails: ReadonlyMap<string, string>
  private readonly sightings: ReadonlyMap<string, Sighting>
  private readonly projects = new Map<string, ProjectRow>()
  /** Ids of users and sessions, and refresh tokens, that have existed: deleted ones stay deleted. */
  private readonly known = new Set<string>()
  /** The emulator's names for recorded names. */
  readonly names = new Names()
  private readonly tokens = new Map<string, string>()
  private readonly publicKeys = new Map<string, KeyObject>()
  private now = 0

  constructor(recorded: Recorded) {
    this.recorded = recorded
    this.state = new ServiceState(recorded.generation)
    this.emails = emailsIn(recorded)
    this.sightings = sightingsIn(recorded)
    for (const { request, response } of recorded.all) {
      const audience = /projects\/([^/]+)\/\.well-known/.exec(request.path)?.[1]
      if (audience === undefined || !isObject(response.body) || this.publicKeys.has(audience)) continue
      this.publicKeys.set(audience, createPublicKey({ format: "jwk", key: fieldsOf(response.body).keys[0] }))
    }
  }

  /** The password of every user without a recorded one. */
  private get usualPassword(): string {
    return this.recorded.payloadOf("password sign-in").password
  }

  /** A project that exists unless it was deleted. */
  project(id: string): ProjectRow {
    let project = this.projects.get(id)
    if (project === undefined) {
      this.projects.set(id, project = projectRow(this.recorded, id))
      this.state.set(id, project)
    }
    return project
  }

  /**
   * Sets the clock to the latest time shown by the recording, never back. In 2026, waits for token expiry came after all other
   * recordings: the clock jumps ahead only for such a recording.
   */
  advance(recording: Recording): Effect.Effect<void> {
    const before = this.now
    for (const token of JSON.stringify(recording).match(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g) ?? []) {
      const { exp = 0, iat = exp - cutLife } = claimsOf(token) ?? {}
      this.now = Math.max(this.now, iat * 1000)
    }
    const expiredAt = fieldsOf(fieldsOf(recording.response.body).details).expired_at_millis
    const createdAt = fieldsOf(recording.response.body).created_at_millis
    this.now = Math.max(this.now, expiredAt ?? 0, createdAt ?? 0)
    const time = this.now
    if (this.recorded.generation === "2026" && recording.name.startsWith("expired ")) this.now = before
    return TestClock.setTime(time)
  }

  user(project: ProjectRow, given: SeenUser): UserRow | undefined {
    if (this.isKnown(given.id)) return project.users.get(this.names.of(given.id))
    this.known.add(given.id)
    const seen: SeenUser = { ...this.sightings.get(given.id), ...given }
    const shown = seen.email === undefined ? this.emails.get(seen.id) ?? `${seen.id}@example.com` : seen.email
    const email = shown === null ? null : normalizeEmail(project, shown)
    const channel: ContactChannelRow | undefined = email === null ? undefined : {
      id: randomUUID(),
      createdAtMillis: this.now,
      value: email,
      isPrimary: true,
      isVerified: seen.verified ?? false,
      usedForAuth: seen.usedForAuth ?? true
    }
    const password = seen.password !== undefined ? seen.password : seen.isAnonymous === true ? null : this.usualPassword
    const signedUpAtMillis = seen.signedUpAtMillis ?? this.now
    const user: UserRow = {
      ...defaultUserFields,
      id: seen.id,
      displayName: seen.displayName ?? null,
      signedUpAtMillis,
      lastActiveAtMillis: signedUpAtMillis,
      serverMetadata: seen.serverMetadata ?? null,
      password: password === null ? null : { plain: password },
      otpAuthEnabled: seen.otpAuthEnabled ?? false,
      passkey: null,
      totpSecretBase64: null,
      isAnonymous: seen.isAnonymous ?? false,
      restrictedByAdmin: seen.restrictedByAdmin ?? false,
      oauthProviders: seen.oauthProviders ?? [],
      selectedTeamId: null,
      contactChannels: channel === undefined ? [] : [channel],
      permissions: new Set(),
      notifications: new Map()
    }
    project.users.set(user.id, user)
    return user
  }

  /** Creates users until a project has the given number: of users whose creation was not recorded, only the number is known. */
  crowd(project: ProjectRow, size: number): void {
    while (project.users.size < size) this.user(project, { id: randomUUID() })
  }

  session(project: ProjectRow, seen: Partial<SessionRow> & Pick<SessionRow, "id" | "userId">): void {
    if (this.isKnown(seen.id)) return
    this.known.add(seen.id)
    const createdAtMillis = seen.createdAtMillis ?? this.now
    project.sessions.set(seen.id, {
      refreshToken: `refresh token of ${seen.id}`,
      createdAtMillis,
      expiresAtMillis: createdAtMillis + 31_536_000_000,
      isImpersonation: false,
      lastUsedAtMillis: createdAtMillis,
      lastUsedFrom: undefined,
      ...seen,
      userId: this.names.of(seen.userId)
    })
    if (seen.refreshToken !== undefined) this.known.add(seen.refreshToken)
  }

  /** Creates the owner and the session of an access token, unless they have ended. */
  holder(claims: RecordedClaims, refreshToken?: string): void {
    const project = this.project(claims.project)
    this.user(project, { id: claims.sub })
    this.session(project, {
      id: claims.sessionId,
      userId: claims.sub,
      createdAtMillis: claims.iat * 1000,
      ...(refreshToken !== undefined && { refreshToken })
    })
  }

  /** Prevents creating a session that has ended. */
  end(sessionId: string): void {
    this.known.add(sessionId)
  }

  endSessions(project: ProjectRow, userId: string): void {
    endSessions(project, project.users.get(this.names.of(userId))!)
  }

  isKnown(text: string): boolean {
    return this.known.has(text) || this.names.has(text)
  }

  /** The emulator's token for a recorded one: with the same claims and times, or invalid in the same way. */
  reissue(token: string, claims: RecordedClaims | undefined = claimsOf(token)): string {
    if (claims?.project === undefined) return token
    let issued = this.tokens.get(token)
    if (issued === undefined) {
      const [sub, sessionId] = [this.names.of(claims.sub), this.names.of(claims.sessionId)]
      const own = this.recorded.generation === "2025"
        ? { ...claims.all, sub, refreshTokenId: sessionId }
        : { ...claims.all, sub, refresh_token_id: sessionId }
      const audience = claims.aud.endsWith(":anon") ? "anonymous" : claims.aud.includes(":") ? "restricted" : "normal"
      const project = this.project(claims.project)
      issued = jwt.sign(project, audience, own, origin, (claims.exp - jwt.lifetime) * 1000)
      const key = this.publicKeys.get(claims.aud)
      const isCut = claims.all["iat"] === undefined
      if (key !== undefined && !isCut && !isSigned(token, key)) issued = `${issued.slice(0, -6)}AAAAAA`
      this.tokens.set(token, issued)
    }
    return issued
  }

  /** The row of a user recorded under an id. */
  userOf(project: ProjectRow, id: string): UserRow {
    const user = project.users.get(this.names.of(id))
    if (user === undefined) throw new Error(`There is no user that was recorded as ${id}`)
    return user
  }

  /** Inserts a verification code into a project under the recorded code, for an exchange whose email was not recorded. */
  code(project: ProjectRow, code: string, purpose: CodePurpose, more: Partial<CodeRow> = {}): void {
    const id = more.id ?? randomUUID()
    project.codes.set(id, {
      id,
      code: code.toLowerCase(),
      purpose,
      createdAtMillis: this.now,
      expiresAtMillis: this.now + 604_800_000,
      usedAtMillis: undefined,
      attempts: 0,
      ...more
    })
    this.known.add(code.toLowerCase())
  }

  /**
   * Finds the emulator's name for a code recorded only in a request: by its nonce, otherwise the newest unmatched code for the
   * purpose. A code refused as expired, used or tried too often is changed accordingly.
   */
  mailed(project: ProjectRow, recorded: string, purpose: CodePurpose["for"], refusal: string | undefined): void {
    const code = recorded.toLowerCase()
    if (code.length !== 45) return
    if (recorded !== code && this.isKnown(code)) {
      // A user types a code in upper case as the email shows it; a code from a link stays in lower case.
      const own = this.names.of(code)
      return this.names.matchSpelling(
        recorded,
        inCaseOf(recorded.slice(0, 6), own.slice(0, 6)) + inCaseOf(recorded.slice(6), own.slice(6))
      )
    }
    if (this.isKnown(code)) return
    const rows = [...project.codes.values()].reverse().filter((row) => row.purpose.for === purpose)
    const nonce = this.names.of(code.slice(-39))
    const isRefused = refusal?.startsWith("VERIFICATION_CODE_") === true
    const row = rows.find((row) => row.code.endsWith(nonce)) ??
      (!isRefused || nonce !== code.slice(-39)
        ? rows.find((row) => !this.names.isMatched(row.code) && !this.known.has(row.code))
        : undefined)
    if (refusal === "VERIFICATION_CODE_NOT_FOUND") return
    if (row !== undefined) return this.names.match(code, row.code)
    // Sound: the owner of the code is irrelevant, because it is refused before the owner is read.
    const of = { for: purpose, userId: "", channelId: "", teamId: "", email: "", challenge: "" } as CodePurpose
    if (refusal === "VERIFICATION_CODE_EXPIRED") this.code(project, code, of, { expiresAtMillis: 0 })
    if (refusal === "VERIFICATION_CODE_ALREADY_USED") this.code(project, code, of, { usedAtMillis: this.now })
    if (refusal === "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED") this.code(project, code, of, { attempts: 20 })
  }

  /** Matches the names in the responses of the recorded service and of the emulator. */
  learn({ response }: Recording, body: unknown, location: string | undefined): void {
    this.names.learn(response.body, body, (recorded, own) => void this.tokens.set(recorded, own))
    this.names.learnUrl(response.headers["location"], location)
    for (const name of ["location", "redirect_url"]) {
      this.names.learnUrl(fieldsOf(response.body)[name], fieldsOf(body)[name])
    }
  }
}
