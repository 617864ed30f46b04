import { type ReactNode, useCallback, useEffect, useState } from "react"
import { useDevTools, useSnapshot } from "../DevToolsContext.ts"
import type { EmulatorStatus, Mail } from "../EmulatorControls.ts"
import { Button } from "../kit/Button.tsx"
import { Empty } from "../kit/Empty.tsx"
import { formatDuration } from "../kit/format.ts"
import { Section } from "../kit/Section.tsx"
import { Inbox } from "./Inbox.tsx"

/** The time between two requests for the emulator's state, in seconds. */
const periodSeconds = 2

/** The emulator behind the API URL: its clock, its sessions, its faults and its inbox. */
export const EmulatorView = (): ReactNode => {
  const { emulator, source } = useDevTools()
  const { now, session } = useSnapshot()
  const [loaded, setLoaded] = useState<
    { readonly status: EmulatorStatus | undefined; readonly mails: ReadonlyArray<Mail> }
  >()
  const [message, setMessage] = useState<{ readonly text: string; readonly isError: boolean }>()
  const load = useCallback(async () => {
    const status = await emulator.detect()
    setLoaded({ status, mails: status === undefined ? [] : await emulator.inbox().catch(() => []) })
  }, [emulator])
  // The snapshot changes every second, so no timer is needed.
  const period = Math.floor(now / 1000 / periodSeconds)
  useEffect(() => void load(), [load, period])

  const run: Run = async (action, done) => {
    try {
      await action()
      setMessage({ text: done, isError: false })
    } catch (error) {
      setMessage({ text: error instanceof Error ? error.message : "The request failed", isError: true })
    }
    await load()
  }
  if (loaded === undefined) return <p className="quiet">Connecting…</p>
  const { mails, status } = loaded
  if (status === undefined) {
    return (
      <Empty title="No emulator">
        <span className="mono break">{source.apiUrl}</span> is not an emulator of Latchkey. Start one with{" "}
        <code>npx latchkey emulator</code>, and pass its URL as <code>apiUrl</code>.
      </Empty>
    )
  }
  return (
    <div className="columns">
      <p className="status-line" role={message?.isError === true ? "alert" : "status"} data-error={message?.isError}>
        {message?.text ?? `Emulator ${status.version}, generation ${status.generation}`}
      </p>
      <Section title="Time">
        <Time offsetMillis={status.clockOffsetMillis} run={run} />
        <h3>Session</h3>
        <div className="buttons">
          <Button
            onClick={() =>
              void run(
                emulator.expireAccessTokens,
                "The service now rejects all access tokens. The next call refreshes."
              )}
          >
            Expire access tokens
          </Button>
          <Button
            disabled={session.state === "SignedOut" || session.state === "Loading"}
            onClick={() =>
              void run(async () => {
                const userId = await source.readUserId()
                if (userId === undefined) throw new Error("The user is not known yet. Make a call first.")
                await emulator.revokeSessions(userId)
              }, "All sessions of the user are revoked. The next refresh signs the user out.")}
          >
            Revoke sessions
          </Button>
        </div>
      </Section>
      <Section title="Faults">
        <Faults active={status.faults} run={run} />
      </Section>
      <Section title="Inbox">
        <Inbox mails={mails} />
      </Section>
    </div>
  )
}

/** Runs an action, and shows a text when it is done. */
type Run = (action: () => Promise<void>, done: string) => Promise<void>

const advances = [
  { name: "+1 min", seconds: 60 },
  { name: "+10 min", seconds: 600 },
  { name: "+1 hour", seconds: 3600 },
  { name: "+1 day", seconds: 86_400 }
] as const

const Time = ({ offsetMillis, run }: { readonly offsetMillis: number; readonly run: Run }): ReactNode => {
  const { emulator } = useDevTools()
  const offset = Math.abs(offsetMillis) < 1000
    ? "The service's clock is the real time."
    : `The service's clock is ${formatDuration(Math.abs(offsetMillis))} ${offsetMillis > 0 ? "ahead" : "behind"}.`
  return (
    <>
      <p className="quiet">{offset}</p>
      <div className="buttons">
        {advances.map(({ name, seconds }) => (
          <Button
            key={name}
            aria-label={`Advance the clock: ${name}`}
            onClick={() =>
              void run(() => emulator.advanceClock(seconds), `The clock was advanced by ${name.slice(1)}.`)}
          >
            {name}
          </Button>
        ))}
        <Button
          disabled={offsetMillis === 0}
          onClick={() => void run(emulator.resetClock, "The clock shows the real time.")}
        >
          Reset clock
        </Button>
      </div>
    </>
  )
}

const portal = { fault: "status", status: 200, body: "<h1>Welcome to our hotel</h1>" } as const

/** Faults in the control API's JSON. */
const presets: ReadonlyArray<{ readonly name: string; readonly faults: ReadonlyArray<unknown> }> = [
  { name: "None", faults: [] },
  { name: "Offline", faults: [{ fault: "offline" }] },
  { name: "Slow (3 s)", faults: [{ fault: "slow", seconds: 3 }] },
  { name: "Response lost", faults: [{ fault: "response_lost" }] },
  { name: "Rate limited", faults: [{ fault: "rate_limited", retry_after_seconds: 3 }] },
  { name: "Unavailable (503)", faults: [{ fault: "status", status: 503 }] },
  { name: "Captive portal", faults: [portal] },
  {
    name: "Captive portal on refresh",
    faults: [
      { ...portal, only: "POST /auth/oauth/token" },
      { ...portal, only: "POST /auth/sessions/current/refresh" }
    ]
  }
]

const Faults = ({ active, run }: { readonly active: ReadonlyArray<unknown>; readonly run: Run }): ReactNode => {
  const { emulator } = useDevTools()
  const current = presets.find(({ faults }) => isEqual(faults, active))
  return (
    <>
      {current === undefined && <p className="quiet">A fault of a program or of the control API is active.</p>}
      <div className="buttons">
        {presets.map(({ faults, name }) => (
          <Button
            key={name}
            aria-pressed={name === current?.name}
            onClick={() =>
              void run(
                () => emulator.setFaults(faults),
                faults.length === 0 ? "No fault is active." : `Fault: ${name}.`
              )}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Compares lists with flat objects, whose keys may have any order. */
const isEqual = (a: ReadonlyArray<unknown>, b: ReadonlyArray<unknown>): boolean => toText(a) === toText(b)

const toText = (faults: ReadonlyArray<unknown>): string =>
  JSON.stringify(faults.map((fault) => Object.entries(fault ?? {}).toSorted(([a], [b]) => a < b ? -1 : 1)))
