import type { ReactNode } from "react"
import { useSnapshot } from "../DevToolsContext.ts"
import type { StateTag } from "../model/SessionSummary.ts"

/** The meaning of a badge's color. */
export type Tone = "good" | "bad" | "warn" | "info" | "quiet"

/** Each session state's tone. */
export const toneOfState: Readonly<Record<StateTag, Tone>> = {
  Loading: "quiet",
  SignedOut: "quiet",
  Active: "good",
  Refreshing: "info",
  Stale: "warn"
}

/** Renders a badge. */
export const Badge = (
  { children, tone = "quiet" }: { readonly tone?: Tone; readonly children: ReactNode }
): ReactNode => (
  <span className="badge" data-tone={tone}>{children}</span>
)

/** Renders the session's state, and whether the device is offline. */
export const StateBadge = (): ReactNode => {
  const { isOnline, session: { state } } = useSnapshot()
  return (
    <>
      <Badge tone={toneOfState[state]}>{state}</Badge>
      {!isOnline && <Badge tone="bad">Offline</Badge>}
    </>
  )
}
