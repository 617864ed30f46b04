/** The client of the control API: the server's state, and the operations that change it. */
import { useSyncExternalStore } from "react"
import { control, type Faults, noFaults, noRules, type Rules, type Snapshot } from "../contract.ts"

let snapshot: Snapshot = { faults: noFaults, rules: noRules, mails: [] }
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
      // Sound: the server sends only snapshots.
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

/** Sets the faults, optimistically. */
export const setFaults = (faults: Faults): Promise<void> => {
  set({ ...snapshot, faults })
  return send("PUT", control.faults, faults)
}

/** Changes the rules of the project, optimistically. */
export const setRules = (rules: Rules): Promise<void> => {
  set({ ...snapshot, rules })
  return send("PUT", control.rules, rules)
}

/** Ends all sessions of a user on the server, as an administrator would. */
export const revokeSessions = (userId: string): Promise<void> => send("POST", control.revoke, { userId })
