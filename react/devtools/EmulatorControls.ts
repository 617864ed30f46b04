import { isObject, parseJson } from "../../src/wire/Json.ts"

/** An emulator's state. */
export interface EmulatorStatus {
  readonly version: string
  readonly generation: string
  readonly projectId: string
  readonly clockOffsetMillis: number
  /** The active faults, in the JSON that `setFaults` accepts. */
  readonly faults: ReadonlyArray<unknown>
}

/** An email in the emulator's inbox. */
export interface Mail {
  readonly id: string
  readonly type: string
  readonly to: string
  readonly subject: string
  readonly link: string | undefined
  readonly otp: string | undefined
  readonly sentAtMillis: number
}

/** Requests to the control API. Each fails with an `Error` whose message is the emulator's answer. */
export interface EmulatorControls {
  /** Returns the emulator's state, or `undefined` if the service is not an emulator. Never fails. */
  readonly detect: () => Promise<EmulatorStatus | undefined>
  /** Returns the project's emails, the newest first. */
  readonly inbox: () => Promise<ReadonlyArray<Mail>>
  readonly setFaults: (faults: ReadonlyArray<unknown>) => Promise<void>
  readonly advanceClock: (seconds: number) => Promise<void>
  readonly resetClock: () => Promise<void>
  readonly expireAccessTokens: () => Promise<void>
  /** Revokes a user's sessions, as a sign-out on another device does. */
  readonly revokeSessions: (userId: string) => Promise<void>
}

/** Creates the emulator's controls at an API URL. `send` is `fetch`. */
export const makeEmulatorControls = (apiUrl: string, projectId: string, send: typeof fetch): EmulatorControls => {
  const root = `${apiUrl}/latchkey`
  const project = `project=${encodeURIComponent(projectId)}`
  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await send(root + path, {
      method,
      ...body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text.slice(0, 300) || `The emulator answered ${response.status}`)
    return parseJson(text)
  }
  const change = async (method: string, path: string, body?: unknown): Promise<void> => {
    // Other sites' forms cannot send JSON, so the emulator requires it.
    await request(method, path, body ?? (method === "POST" ? {} : undefined))
  }
  return {
    detect: async () => {
      if (!isLocal(apiUrl)) return undefined
      try {
        return parseStatus(await request("GET", `?${project}`))
      } catch {
        return undefined
      }
    },
    inbox: async () => parseInbox(await request("GET", `/inbox?${project}`)).toReversed(),
    setFaults: (faults) => faults.length === 0 ? change("DELETE", "/faults") : change("PUT", "/faults", faults),
    advanceClock: (seconds) => change("POST", "/clock", { advance_seconds: seconds }),
    resetClock: () => change("POST", "/clock", { offset_millis: 0 }),
    expireAccessTokens: () => change("POST", "/access-tokens/expire"),
    revokeSessions: (userId) => change("DELETE", `/sessions?user=${encodeURIComponent(userId)}&${project}`)
  }
}

/** A request to any other host would only log a CORS error. */
const isLocal = (apiUrl: string): boolean => {
  if (!URL.canParse(apiUrl)) return false
  const { hostname } = new URL(apiUrl)
  return hostname === location.hostname || /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)
}

const parseStatus = (json: unknown): EmulatorStatus | undefined => {
  if (!isObject(json) || json["emulator"] !== "latchkey") return undefined
  const { clock_offset_millis: offset, faults, generation, project_id: projectId, version } = json
  return {
    version: String(version),
    generation: String(generation),
    projectId: String(projectId),
    clockOffsetMillis: typeof offset === "number" ? offset : 0,
    faults: Array.isArray(faults) ? faults : []
  }
}

const parseInbox = (json: unknown): ReadonlyArray<Mail> => {
  const items = isObject(json) && Array.isArray(json["items"]) ? json["items"] : []
  return items.filter(isObject).map(({ id, link, otp, sent_at_millis: sentAt, subject, to, type }) => ({
    id: String(id),
    type: String(type),
    to: Array.isArray(to) ? to.join(", ") : "",
    subject: String(subject),
    link: typeof link === "string" && /^https?:\/\//.test(link) ? link : undefined,
    otp: typeof otp === "string" ? otp : undefined,
    sentAtMillis: typeof sentAt === "number" ? sentAt : 0
  }))
}
