/** The page's side of the control API: what the server tells of itself, and how to make things go wrong. */
import { useSyncExternalStore } from "react"
import { control, type Faults, noFaults, noRules, type Rules, type Snapshot } from "../contract.ts"

let snapshot: Snapshot = { faults: noFaults, rules: noRules, mails: [], exchanges: [] }
const listeners = new Set<() => void>()
let source: EventSource | undefined

const set = (next: Snapshot): void => {
  snapshot = next
  listeners.forEach((listener) => listener())
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (source === undefined) {
    source = new EventSource(control.events)
    source.addEventListener("message", ({ data }: MessageEvent<string>) => {
      // Sound: the server sends nothing else.
      set(JSON.parse(data) as Snapshot)
    })
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    source?.close()
    source = undefined
  }
}

export const useControl = (): Snapshot => useSyncExternalStore(subscribe, () => snapshot)

const send = async (method: "PUT" | "POST", url: string, body: unknown): Promise<void> => {
  await fetch(url, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
}

/** Makes things go wrong, or right again. A switch shows it before the server has said so. */
export const setFaults = (faults: Faults): Promise<void> => {
  set({ ...snapshot, faults })
  return send("PUT", control.faults, faults)
}

/** Changes the rules of the project. */
export const setRules = (rules: Rules): Promise<void> => {
  set({ ...snapshot, rules })
  return send("PUT", control.rules, rules)
}

/** Ends all sessions of a user, as an operator would. */
export const revokeSessions = (userId: string): Promise<void> => send("POST", control.revoke, { userId })
