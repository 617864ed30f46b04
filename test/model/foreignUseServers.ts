/**
 * Histories of one session that several processes of a server refresh, as events. Requests, answers and the shared memory are those of
 * `makeForeignUse.ts` and `makeIssueMemory.ts`, in the same order: read, list, read, wait, read, confirm; remember, send, settle.
 */
import { longestDelay, type OwnIssues } from "../../src/session/ownIssues.ts"
import { day, type History, makeWorld, rules } from "./foreignUseHistory.ts"

/** The rules that a mutation replaces. */
export const serverRules = {
  ...rules,
  /** All processes share one memory. */
  isMemoryShared: true,
  /** A request is sent only if the memory knows it. */
  isRequired: true,
  /** A use is reported only if the memory could store it, and still knows no own issue. */
  isConfirmed: true,
  /** A process that has slept while it remembered a request remembers it again. */
  remembersAgain: true
}

interface Process {
  isAlive: boolean
  /** The difference from the service's clock, which decides when a token counts as expired. */
  readonly clockError: number
  /** Redis is unavailable to the process until then, and the process reads a replica that no longer follows until then. */
  cutUntil: number
  staleUntil: number
  /** The memory that the replica has. */
  stale: OwnIssues | undefined
  /** The process's own memory, without a shared one. */
  own: { memory: OwnIssues | undefined }
}

const minute = 60_000

/** The longest time for the list and its confirmation, in milliseconds. */
const checkMillis = 7000

/** Longer than a command to Redis takes, in milliseconds. */
const sleepMillis = 10_000

/** Runs a history of a server's processes. */
export const runServerHistory = (seed: number, use: typeof serverRules = serverRules): History => {
  const world = makeWorld(seed)
  const { advance, after, below, chance, issue, now, random } = world
  const lifetime = chance(0.3) ? 60 : 600

  const redis: Process["own"] = { memory: undefined }
  let isFull = false
  /** The newest token in the session's storage, which all processes have. */
  let token: number | undefined
  let requests = 0

  const start = (): Process => ({
    isAlive: true,
    clockError: chance(0.5) ? 0 : below(4 * minute) - 2 * minute,
    cutUntil: 0,
    staleUntil: 0,
    stale: undefined,
    own: { memory: undefined }
  })
  const processes = [start(), start(), start()].slice(0, 1 + below(3))
  const isDisturbed = chance(0.9)
  /** Most of the time, nothing goes wrong. */
  const mishap = (probability: number) => isDisturbed && chance(probability)

  const memoryOf = (process: Process) => use.isMemoryShared ? redis : process.own
  const commandMillis = () => mishap(0.05) ? below(2000) : below(10)

  /** Reads the memory. A process that ends runs nothing more. */
  const read = (process: Process, then: (memory: OwnIssues | undefined) => void) => {
    after(commandMillis(), () => {
      const isCut = now() < process.cutUntil
      const found = isCut ? undefined : now() < process.staleUntil ? process.stale : memoryOf(process).memory
      after(commandMillis(), () => process.isAlive && then(found))
    })
  }

  /** Changes the memory in one step. The reply may be lost. */
  const modify = (
    process: Process,
    f: (memory: OwnIssues | undefined) => OwnIssues | undefined,
    then: (isStored: boolean) => void = () => {}
  ) => {
    after(commandMillis(), () => {
      const place = memoryOf(process)
      const isStale = now() < process.staleUntil
      // A replica refuses the write after the process has read.
      if (isStale) f(process.stale)
      let isStored = now() >= process.cutUntil && !isStale && !isFull
      if (isStored) place.memory = f(place.memory)
      if (mishap(0.02)) isStored = false
      after(commandMillis(), () => process.isAlive && then(isStored))
    })
  }

  const check = (process: Process, then: () => void) => {
    const endsAt = now() + checkMillis
    let isDone = false
    const done = () => {
      if (isDone || !process.isAlive) return
      isDone = true
      then()
    }
    // A timeout interrupts the check.
    after(checkMillis, done)
    const next = (run: () => void) => () => {
      if (!isDone && process.isAlive && now() <= endsAt) run()
    }
    read(process, (known) => {
      if (known?.sessionId === undefined || known.isShared || known.open.length > 0) return done()
      after(mishap(0.1) ? below(4000) : below(300), () => {
        if (mishap(0.1)) return after(below(300), done)
        const seen = world.lastUsedAt()
        const isSuspect = (memory: OwnIssues | undefined) => use.isForeign(memory, seen, 0)
        after(
          mishap(0.1) ? below(4000) : below(300),
          next(() =>
            read(process, (known) => {
              if (known?.found?.at === seen || !isSuspect(known)) return done()
              after(
                2000,
                next(() =>
                  read(process, (known) => {
                    if (!isSuspect(known)) return done()
                    let isNew = false
                    modify(process, (memory) => {
                      isNew = memory !== undefined && memory.found?.at !== seen &&
                        (!use.isConfirmed || isSuspect(memory))
                      return isNew && memory !== undefined
                        ? { ...memory, found: { at: seen, place: undefined } }
                        : memory
                    }, (isStored) => {
                      if (isNew && (isStored || !use.isConfirmed)) world.raise(seen)
                      done()
                    })
                  })
                )
              )
            })
          )
        )
      })
    })
  }

  /** Remembers a request. Repeats it if the process has slept since the start. */
  const remember = (process: Process, id: string, then: (isKnown: boolean) => void) => {
    const startedAt = now()
    modify(process, (memory) => use.begin(use.remembersAgain ? use.refuse(memory, id) : memory, id), (isKnown) => {
      after(mishap(0.03) ? below(day / 4) : 0, () => {
        if (!process.isAlive) return
        if (isKnown && use.remembersAgain && now() - startedAt > sleepMillis) return remember(process, id, then)
        then(isKnown)
      })
    })
  }

  const send = (process: Process) => {
    const id = String(requests++)
    const there = mishap(0.1) ? below(25_000) : below(400)
    const back = mishap(0.1) ? below(25_000) : below(400)
    const fail = () =>
      process.isAlive &&
      modify(process, (memory) => memory?.open.includes(id) === true ? memory : use.begin(memory, id))
    const fate = isDisturbed ? random() : 1
    remember(process, id, (isKnown) => {
      if (!isKnown && use.isRequired) return
      if (fate < 0.06) return after(there, fail)
      if (fate < 0.12) {
        after(below((longestDelay - 20) * 1000), issue)
        return after(there, fail)
      }
      after(there, () => {
        if (fate < 0.15) {
          return after(back, () => process.isAlive && modify(process, (memory) => use.refuse(memory, id)))
        }
        const iat = issue()
        after(back, () => {
          if (!process.isAlive) return
          if (fate < 0.2) return fail()
          // A gateway's error, or a response that is cut.
          if (fate < 0.23) return
          modify(process, (memory) => use.settle(memory, id, { iat, sessionId: "s", userId: "u" }))
          token = Math.max(token ?? iat, iat)
        })
      })
    })
  }
  const refresh = (process: Process) => check(process, () => send(process))

  // A sign-in, which the server has seen or not.
  token = issue()
  const signedInAt = token
  if (chance(0.5)) {
    modify(processes[0]!, (memory) => use.settle(memory, undefined, { iat: signedInAt, sessionId: "s", userId: "u" }))
  }
  advance(7 * minute)

  const isTheft = chance(0.5)
  const length = 20 + below(40)
  for (let step = 0; step < length; step++) {
    const process = processes[below(processes.length)]!
    const kind = below(100)
    if (kind < 30) {
      // A visit, with a token that the process's clock calls expired or not.
      if (now() + process.clockError > ((token ?? 0) + lifetime - 20) * 1000) refresh(process)
    } else if (kind < 36) refresh(process)
    else if (kind < 42) { for (const each of processes) refresh(each) }
    else if (kind < 58) advance(below(20_000))
    else if (kind < 76) advance(below(11 * minute))
    else if (kind < 80) advance(below(day / 2))
    else if (kind < 90) {
      if (isTheft && step > 5) world.steal()
    } else if (!isDisturbed) {
      advance(below(minute))
    } else if (kind < 93) {
      // The process ends, in any state, and another one starts.
      process.isAlive = false
      processes[processes.indexOf(process)] = start()
    } else if (kind < 95) {
      const until = now() + below(3 * minute)
      for (const each of chance(0.5) ? processes : [process]) each.cutUntil = until
    } else if (kind < 96) {
      process.stale = memoryOf(process).memory
      process.staleUntil = now() + below(30 * minute)
    } else if (kind < 97) {
      // Redis evicts the memory, or a process cannot decrypt it.
      redis.memory = undefined
    } else if (kind < 98) isFull = !isFull
    else {
      // Many instances, each with its own refresh, while the network delays them.
      for (let i = 0; i < 20; i++) after(below(2000), () => process.isAlive && send(process))
      advance(below(20_000))
    }
  }
  for (const process of processes) refresh(process)
  advance(10 * minute)
  return world.count()
}
