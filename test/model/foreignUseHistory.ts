/**
 * Histories of one session as events, without fibers: fast enough for 100,000 runs. Requests, answers and storage are those of
 * `ForeignUse.ts`, in the same order: remember, send, answer, settle; list, read, wait, read.
 */
import {
  begin,
  isForeign,
  longestDelay,
  observe,
  type OwnIssues,
  refuse,
  settle,
  share
} from "../../src/session/ownIssues.ts"
import { makeRandom } from "./foreignUseWorld.ts"

/** The rules that a mutation replaces. */
export const rules = { begin, isForeign, observe, refuse, settle, share }

export interface History {
  readonly thefts: number
  readonly found: number
  readonly falseAlarms: number
}

interface Tab {
  isAlive: boolean
  /** Since when the tab knows its session's issues, in seconds. */
  since: number | undefined
}

export const day = 86_400_000

/** Creates the random numbers, the events and the service of a history. */
export const makeWorld = (seed: number) => {
  const random = makeRandom(seed)
  const below = (max: number) => Math.floor(random() * max)
  const chance = (probability: number) => random() < probability

  // True time is the service's. No rule reads a device's clock, whose error only moves the moment of a refresh.
  let now = 10 * day
  const queue: Array<{ readonly at: number; readonly run: () => void }> = []
  const after = (delay: number, run: () => void) => {
    queue.push({ at: now + delay, run })
  }
  const advance = (millis: number) => {
    const end = now + millis
    for (;;) {
      let next: (typeof queue)[number] | undefined
      for (const event of queue) if (event.at <= end && (next === undefined || event.at < next.at)) next = event
      if (next === undefined) break
      queue.splice(queue.indexOf(next), 1)
      now = Math.max(now, next.at)
      next.run()
    }
    now = end
  }

  let lastUsedAt = now
  const thefts = new Set<number>()
  const alarms = new Set<number>()
  /** Issues a token, and returns its `iat`. Instances of the service have different clocks. */
  const issue = (): number => {
    lastUsedAt = now + below(2001) - 1000
    return Math.floor((now + below(2001) - 1000 + below(3000)) / 1000)
  }
  return {
    random,
    below,
    chance,
    after,
    advance,
    issue,
    now: () => now,
    lastUsedAt: () => lastUsedAt,
    /** A thief uses a copy of the refresh token. */
    steal: () => {
      issue()
      thefts.add(lastUsedAt)
    },
    raise: (at: number) => {
      alarms.add(at)
    },
    count: (): History => {
      const falseAlarms = [...alarms].filter((at) => !thefts.has(at)).length
      return { thefts: thefts.size, found: alarms.size - falseAlarms, falseAlarms }
    }
  }
}

/** Runs a history of a browser. */
export const runHistory = (seed: number, use: typeof rules = rules): History => {
  const world = makeWorld(seed)
  const { advance, after, below, chance, issue, now, random } = world
  const deviceError = below(2 * day) - day
  const lifetime = chance(0.3) ? 60 : 600

  // The browser's storage, also after a crash.
  let memory: OwnIssues | undefined
  let disk: { memory: OwnIssues | undefined; token: number | undefined } = { memory: undefined, token: undefined }
  let savedAt = -Infinity
  let token: number | undefined
  let isFull = false
  const modify = (f: (memory: OwnIssues | undefined) => OwnIssues | undefined) => {
    if (now() - savedAt > 5000) {
      disk = { memory, token }
      savedAt = now()
    }
    memory = isFull ? undefined : f(memory)
  }
  const tabs: Array<Tab> = [{ isAlive: true, since: undefined }]
  let requests = 0

  const list = (tab: Tab, then: () => void) => {
    // The list needs an access token that the service still accepts.
    if (token === undefined || memory === undefined || memory.isShared || memory.open.length > 0) return then()
    const iat = token
    after(below(chance(0.1) ? 4000 : 300), () => {
      if (now() >= (iat + lifetime) * 1000 || chance(0.1)) return after(below(300), () => tab.isAlive && then())
      const seen = world.lastUsedAt()
      after(below(300), () => {
        if (!tab.isAlive) return
        const isSuspect = () => {
          const observed = memory && use.observe(memory, token)
          if (observed !== memory) modify(() => observed)
          return use.isForeign(memory, seen, tab.since ?? Infinity)
        }
        if (!isSuspect()) return then()
        after(2000, () => {
          if (!tab.isAlive) return
          if (isSuspect()) world.raise(seen)
          then()
        })
      })
    })
  }

  const send = (tab: Tab) => {
    const id = String(requests++)
    if (memory !== undefined) {
      const observed = use.observe(memory, token)
      if (observed !== memory) modify(() => observed)
    }
    const there = chance(0.1) ? below(25_000) : below(400)
    const back = chance(0.1) ? below(25_000) : below(400)
    const fail = () =>
      tab.isAlive && modify((memory) => memory?.open.includes(id) === true ? memory : use.begin(memory, id))
    const fate = random()
    const request = () => {
      if (fate < 0.06) return after(there, fail)
      if (fate < 0.12) {
        after(below((longestDelay - 20) * 1000), issue)
        return after(there, fail)
      }
      after(there, () => {
        if (fate < 0.15) return after(back, () => tab.isAlive && modify((memory) => use.refuse(memory, id)))
        const iat = issue()
        after(back, () => {
          if (!tab.isAlive) return
          if (fate < 0.22) return fail()
          tab.since ??= iat + longestDelay
          modify((memory) => use.settle(memory, id, { iat, sessionId: "s", userId: "u" }))
          token = Math.max(token ?? iat, iat)
        })
      })
    }
    const remember = () => {
      modify((memory) => use.begin(use.refuse(memory, id), id))
      // A page may sleep between the change and the request. It remembers the request again.
      const sleep = chance(0.03) ? below(day / 4) : 0
      after(sleep, () => tab.isAlive && (sleep > 10_000 ? remember() : request()))
    }
    remember()
  }
  const refresh = (tab: Tab) => list(tab, () => send(tab))

  send(tabs[0]!)
  advance(7 * 60_000)
  const isTheft = chance(0.5)
  const isShared = chance(0.1)
  const length = 20 + below(40)
  for (let step = 0; step < length; step++) {
    const alive = tabs.filter(({ isAlive }) => isAlive)
    const tab = alive[below(alive.length)]
    const kind = below(100)
    if (tab === undefined || kind < 3 && alive.length < 4) {
      tabs.push({ isAlive: true, since: undefined })
    } else if (kind < 30) {
      // A page needs a token, which its clock calls expired or not.
      const age = now() + deviceError - ((token ?? 0) * 1000 + (chance(0.9) ? deviceError : 0))
      if (age > (lifetime - 20) * 1000) refresh(tab)
    } else if (kind < 38) refresh(tab)
    else if (kind < 46) list(tab, () => {})
    else if (kind < 62) advance(below(20_000))
    else if (kind < 78) advance(below(11 * 60_000))
    else if (kind < 81) advance(below(day / 2))
    else if (kind < 84) tab.isAlive = false
    else if (kind < 86) {
      for (const each of tabs) each.isAlive = false
      memory = disk.memory
      token = disk.token
      savedAt = -Infinity
    } else if (kind < 87) memory = undefined
    else if (kind < 88) isFull = !isFull
    else if (kind < 90 && isShared) {
      // A server gets the refresh token, and refreshes now and later.
      modify((memory) => use.share(memory))
      issue()
    } else if (kind < 91 && isShared) {
      // A server refreshes with the cookies of the page, and sets the new token.
      token = Math.max(token ?? 0, issue())
    } else if (isTheft && step > 5) {
      world.steal()
    }
  }
  for (const tab of tabs) if (tab.isAlive) list(tab, () => {})
  advance(10 * 60_000)
  return world.count()
}
